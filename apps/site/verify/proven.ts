import { element } from '../check/report.ts';
import { textsOf, type ProofEvent } from '../check/texts.ts';
import { formTexts } from '../texts/texts.ts';
import { exactTime, wholeTime } from '../time.ts';

const { verify: wording } = formTexts;

/** The event of the proof. */
export function proven(event: ProofEvent): HTMLElement {
  const section = element('section');
  section.append(element('h2', '', wording.proven));
  const list = element('dl', 'facts');
  const facts = { [wording.event]: event.identity, [wording.byWallet]: event.from };
  for (const [name, value] of Object.entries(facts)) list.append(element('dt', '', name), element('dd', '', value));
  list.append(element('dt', '', wording.declared), time(event.timestamp_declared));
  list.append(element('dt', '', wording.accepted), time(event.timestamp_accepted));
  section.append(list);
  for (const [title, attributes] of [
    [wording.attributes, event.event_attributes],
    [wording.changes, event.asset_attributes],
  ] as const) {
    if (Object.keys(attributes).length === 0) continue;
    section.append(element('h3', '', title), attributeList(attributes));
  }
  return section;
}

/** A time in the zone of the reader, exact in its title. */
function time(text: string): HTMLElement {
  const fact = element('dd');
  const shown = element('time', '', wholeTime(text)) as HTMLTimeElement;
  shown.dateTime = text;
  shown.title = exactTime(text);
  fact.append(shown);
  return fact;
}

function attributeList(attributes: ProofEvent['event_attributes']): HTMLElement {
  const list = element('dl', 'attributes');
  for (const [name, value] of Object.entries(attributes)) {
    const row = element('div');
    const [dt, dd] = [element('dt'), element('dd')];
    dt.append(element('bdi', '', name));
    // One line for each key and each value of a map.
    const texts = textsOf({ [name]: value }).slice(1);
    dd.append(
      ...texts.flatMap((text, i) => (i === 0 ? [element('bdi', '', text)] : [element('br'), element('bdi', '', text)])),
    );
    row.append(dt, dd);
    list.append(row);
  }
  return list;
}
