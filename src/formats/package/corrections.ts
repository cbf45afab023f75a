import { correctedEvent } from '../records/corrections.ts';
import type { AssetSummary, Fleet, LoggedEvent } from './fleet.ts';
import { counted, markup, moment, NOTHING, own, type Html } from './markup.ts';

/** The events of a page, and its characters, after which the next page starts. */
const EVENTS = 500;
const CHARACTERS = 2 ** 21;

/** The most corrections that an event names. */
const MOST = 10;

/** Tells on which page of an asset's history a row is. Marks of corrections do not count, because they name pages. */
export class PageBreaks {
  /** The page of the last row, from 1. */
  number = 1;
  #rows = 0;
  #characters = 0;

  /** Adds a row. Returns whether it is the first one of a further page. */
  add({ text }: Html): boolean {
    const isNext = this.#rows >= EVENTS || this.#characters > CHARACTERS;
    if (isNext) [this.number, this.#rows, this.#characters] = [this.number + 1, 0, 0];
    this.#rows += 1;
    this.#characters += text.length;
    return isNext;
  }
}

/** The corrections of an event: how many there are, and the first ones. `page`: that of the history, from 1. */
type Corrections = { count: number; first: { logged: LoggedEvent; page: number }[] };

/** The corrections of an asset's events up to a time, by the identity of the corrected event. */
export function correctionsIn(
  { identity }: AssetSummary,
  fleet: Fleet,
  until: string | null,
  rowOf: (logged: LoggedEvent) => Html,
): ReadonlyMap<string, Corrections> {
  const all = new Map<string, Corrections>();
  const corrects = ({ event }: LoggedEvent): string | undefined => correctedEvent(identity, event.event_attributes);
  let any = false;
  for (const logged of fleet.history(identity, until)) any ||= corrects(logged) !== undefined;
  // Most assets have none; then their rows are made once.
  if (!any) return all;
  const breaks = new PageBreaks();
  for (const logged of fleet.history(identity, until)) {
    breaks.add(rowOf(logged));
    const corrected = corrects(logged);
    if (corrected === undefined) continue;
    const of = all.get(corrected) ?? { count: 0, first: [] };
    all.set(corrected, of);
    of.count += 1;
    if (of.first.length < MOST) of.first.push({ logged, page: breaks.number });
  }
  return all;
}

/** The corrections of an event: how many there are, and the identities of the first ones, as the report names them. */
export type CorrectingEvents = { count: number; first: string[] };

/** The corrections among events, by the identity of the corrected event. */
export function correctingEvents(events: Iterable<LoggedEvent>): ReadonlyMap<string, CorrectingEvents> {
  const all = new Map<string, CorrectingEvents>();
  for (const { event } of events) {
    const corrected = correctedEvent(event.asset_identity, event.event_attributes);
    if (corrected === undefined) continue;
    const of = all.get(corrected) ?? { count: 0, first: [] };
    all.set(corrected, of);
    of.count += 1;
    if (of.first.length < MOST) of.first.push(event.identity);
  }
  return all;
}

/** The mark of an event that others correct. `pageOf`: the name of a page of the asset, relative to it. */
export function correctedMark(
  { count, first }: Corrections,
  titleOf: (event: LoggedEvent['event']) => string,
  pageOf: (page: number) => string,
): Html {
  const links = first.map(
    ({ logged: { index, event }, page }) =>
      markup`<li><a href="${pageOf(page)}#entry-${index}">${own(
        titleOf(event),
      )}</a>, recorded ${moment(event.timestamp_accepted)}</li>`,
  );
  const more = count > MOST ? markup`<li>${counted(count - MOST, 'further correction')}</li>` : NOTHING;
  return markup`<div class="corrected"><h4>Corrected by</h4><ul>${links}${more}</ul></div>`;
}
