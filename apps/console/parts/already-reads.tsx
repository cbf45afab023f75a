import { useEffect, useState } from 'preact/hooks';
import { pages } from '../lib/api.ts';
import { otherReadings, type OtherPermission } from '../lib/other-permissions.ts';
import { attributeText, type PolicyChoices } from '../lib/policy-choices.ts';
import { joined } from '../lib/policy-text.ts';
import { named, queryOf, type Groups } from './filters.tsx';
import type { PermissionDraft } from './permission.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { alreadyReads: wording } = rareTexts;
const { common } = screenTexts;

/** How many permissions of other policies are compared, and milliseconds without input until then. */
const COMPARED = 10;
const PAUSE = 300;

/**
 * How many of the assets that the conditions select another policy matches too; undefined if the service does not say.
 */
const overlapOf = async (groups: Groups, reading: OtherPermission): Promise<number | undefined> => {
  const query = { filters: queryOf([...named(groups), ...reading.groups]), tracked: 'ANY', privacy: 'RESTRICTED' };
  return pages('/v2/assets', 'assets', { params: { query } })('', 1).then(
    ({ total }) => total,
    () => undefined,
  );
};

type Overlap = { reading: OtherPermission; total: number | undefined };

/**
 * Announces what the people of a permission already read of its assets by other policies: listing fewer attributes
 * hides none.
 */
export function AlreadyReads(of: {
  permission: PermissionDraft;
  groups: Groups;
  own: string | undefined;
  known: PolicyChoices;
}) {
  const { groups, known } = of;
  const readings = otherReadings(of.permission, of.own, known).slice(0, COMPARED);
  const conditions = named(groups);
  const key = JSON.stringify([conditions, readings]);
  const [found, setFound] = useState<{ key: string; overlaps: Overlap[] }>();
  useEffect(() => {
    if (conditions.length === 0 || readings.length === 0) return undefined;
    let over = false;
    const timer = setTimeout(async () => {
      const totals = await Promise.all(readings.map((reading) => overlapOf(groups, reading)));
      const overlaps = readings.map((reading, i) => ({ reading, total: totals[i] }));
      if (!over) setFound({ key, overlaps: overlaps.filter(({ total }) => total !== 0) });
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key]);
  const shown = found?.key === key ? found.overlaps : [];
  return (
    <div role="status">
      {shown.map(({ reading, total }) => (
        <p key={reading.key} class="warning">
          {wording.reads(
            reading.people.map((each) => nameOf(each, known)),
            attributesText(reading.attributes),
            total,
            <a href={`#/${reading.path}`}>{reading.policy}</a>,
          )}
        </p>
      ))}
    </div>
  );
}

const nameOf = (who: string, { people, subjects }: PolicyChoices): string =>
  subjects.find(({ identity }) => identity === who)?.display_name ??
  people.find(([value]) => value === who)?.[1] ??
  who;

const attributesText = (names: string[]): string =>
  names.includes('*') ? common.allAttributes : joined(names.map(attributeText), 'and');
