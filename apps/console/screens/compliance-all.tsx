import { useEffect, useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { inLanes } from '../lib/lanes.ts';
import { go, type Route } from '../lib/router.ts';
import { reasonInWords } from '../lib/words.ts';
import { nameOf } from '../parts/attributes.tsx';
import { queryOf, readTerm } from '../parts/filters.tsx';
import { Field, Problem } from '../parts/form.tsx';
import { useLeft } from '../parts/left.ts';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

type Rule = Schemas['CompliancePolicy'];
type Status = Schemas['Compliance']['compliance'][number];
/** An asset with the results of the rules that it does not meet. */
type FailingAsset = { asset: Schemas['Asset']; failed: Status[] };

/** The maximum number of rules, and of assets that are checked at once. */
const RULES = 500;
const STRIDE = 25;

/** The assets that do not comply, checked in steps, because the service evaluates one asset per request. */
export function ComplianceOfAll({ route }: { route: Route }) {
  const rules = useLoaded(
    async () => (await pages('/v1/compliance_policies', 'compliance_policies')(undefined, RULES)).items,
    'rules',
  );
  const chosen = route.query.get('rule') ?? '';
  return (
    <Screen title="Assets that do not comply" lead="Each asset is evaluated now, against the rules that apply to it.">
      <p>
        <a href="#/compliance">Back to the rules</a>
      </p>
      <Load of={rules}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">
              No rules yet. <a href="#/compliance">Add one</a> to check assets.
            </p>
          ) : (
            <>
              <Field
                label="Rule"
                value={chosen}
                onInput={(rule) => go(`compliance/assets${rule === '' ? '' : `?rule=${encodeURIComponent(rule)}`}`)}
                choices={[['', 'All rules'], ...all.map((rule) => [uuidOf(rule.identity), rule.display_name] as const)]}
              />
              <Checked key={chosen} rules={all} rule={all.find(({ identity }) => uuidOf(identity) === chosen)} />
            </>
          )
        }
      </Load>
    </Screen>
  );
}

/** Checks the assets that a rule selects, or all assets. */
function Checked({ rules, rule }: { rules: Rule[]; rule: Rule | undefined }) {
  const [found, setFound] = useState<FailingAsset[]>([]);
  const [checked, setChecked] = useState(0);
  const [total, setTotal] = useState(0);
  const [next, setNext] = useState<string>();
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<Error>();
  const left = useLeft();
  const of = assetsOf(rule);
  const check = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const page = await of(next, STRIDE);
      const failing = await failingIn(page.items, rule, left);
      if (left.aborted) return;
      setFound([...found, ...failing]);
      setChecked(checked + page.items.length);
      setTotal(Math.max(page.total, checked + page.items.length));
      setNext(page.next);
    } catch (thrown) {
      if (!left.aborted) setError(thrown as Error);
    }
    if (!left.aborted) setBusy(false);
  };
  useEffect(() => void check(), []);
  const over = next === '';
  const label = error ? 'Try again' : `Check the next ${STRIDE}`;
  return (
    <>
      <p role="status">
        {busy ? 'Checking… ' : ''}
        {checked > 0 || over ? (
          <>
            {checked} of {over ? checked : `about ${total}`} {checked === 1 && over ? 'asset' : 'assets'} checked:{' '}
            <strong class={found.length === 0 ? 'good' : 'bad'}>
              {found.length === 0
                ? 'none does not comply'
                : `${found.length} ${found.length === 1 ? 'does' : 'do'} not comply`}
            </strong>
            .
          </>
        ) : null}
      </p>
      {found.length > 0 && <FailingTable found={found} rules={rules} />}
      {error && <Problem error={error} />}
      {!over && (
        <p class="actions">
          <button type="button" aria-disabled={busy} onClick={() => void (busy || check())}>
            {busy ? 'Please wait…' : label}
          </button>
        </p>
      )}
    </>
  );
}

function FailingTable({ found, rules }: { found: FailingAsset[]; rules: Rule[] }) {
  return (
    <Table
      caption="Assets that do not comply"
      items={found}
      identity={({ asset }) => asset.identity}
      columns={[
        ['Asset', ({ asset }) => <a href={`#/assets/${uuidOf(asset.identity)}`}>{nameOf(asset)}</a>],
        [
          'Rules that it does not meet',
          ({ failed }) => (
            <ul class="plainlist">
              {failed.map(({ compliance_policy_identity: identity, reason }) => (
                <li key={identity}>
                  {rules.find((rule) => rule.identity === identity)?.display_name ?? identity}
                  <span class="note also" title={reason}>
                    {reasonInWords(reason)}
                  </span>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}

/** The assets that a rule selects; without one, all that are tracked. */
function assetsOf(rule: Rule | undefined) {
  const filters = queryOf((rule?.asset_filter ?? []).map(({ or }) => or.map(readTerm)));
  return pages('/v2/assets', 'assets', { params: { query: { filters } } });
}

/** The assets among these that do not meet the rule; without one, any rule that applies. */
async function failingIn(
  assets: Schemas['Asset'][],
  rule: Rule | undefined,
  signal: AbortSignal,
): Promise<FailingAsset[]> {
  const found = await inLanes(assets, signal, async (asset): Promise<FailingAsset> => {
    const params = { path: { uuid: uuidOf(asset.identity) }, query: { page_size: RULES } };
    const { compliance } = await api.get('/v1/compliance/assets/{uuid}', { params });
    const failed = compliance.filter(
      (each) => !each.compliant && (!rule || each.compliance_policy_identity === rule.identity),
    );
    return { asset, failed };
  });
  return found.filter(({ failed }) => failed.length > 0);
}
