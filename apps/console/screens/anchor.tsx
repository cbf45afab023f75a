import { localNumber } from '../../site/locale.ts';
import { api, pages, type Schemas } from '../lib/api.ts';
import { titleOf } from '../parts/event-cells.tsx';
import { session } from '../lib/session.ts';
import { Load, useLoaded } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { anchor: wording } = rareTexts;
const { common } = screenTexts;

/** The maximum number of newest events among which an anchored one is searched. */
const SEARCHED = 128;

type Proof = Schemas['EventLogProof'];
type Anchored = { proof: Proof; anchor: NonNullable<Proof['anchor']> };
/** `searched`: how many events of the log the caller can read, at most `SEARCHED`. */
type AnchorSearch = { searched: number; newest: Anchored | undefined };

/** The last transaction on the chain that has a root of a log of the tenancy, as the proofs of events show it. */
export function LatestAnchor({ log }: { log: string }) {
  const found = useLoaded(() => newestAnchored(log), log);
  return (
    <section aria-labelledby="anchor">
      <h2 id="anchor">{wording.title}</h2>
      <Load of={found}>{(now) => <Anchor of={now} />}</Load>
    </section>
  );
}

function Anchor({ of: { searched, newest } }: { of: AnchorSearch }) {
  if (searched === 0) return <p class="empty">{wording.unreadable}</p>;
  if (!newest) return <p class="empty">{searched === SEARCHED ? wording.noneOf(searched) : wording.none}</p>;
  const { anchor, proof } = newest;
  return (
    <dl class="facts">
      <dt>{wording.entries}</dt>
      <dd>{wording.covered(localNumber(anchor.size))}</dd>
      <dt>{wording.chain}</dt>
      <dd>
        {anchor.chain.chain_id}, {anchor.chain.kind === 'embedded' ? wording.own : wording.external}
      </dd>
      <dt>{common.block}</dt>
      <dd>
        <code>{anchor.chain.block_hash}</code>
      </dd>
      <dt>{wording.finality}</dt>
      <dd>{anchor.chain.finality}</dd>
      <dt>{wording.newest}</dt>
      <dd>
        <a href={`#/${proof.event.identity}`}>{titleOf(proof.event)}</a>
      </dd>
    </dl>
  );
}

/**
 * The newest event of a log of the tenancy with an anchor, by a binary search in the newest events that the caller can
 * read: what is anchored is always the beginning of the log.
 */
async function newestAnchored(log: string): Promise<AnchorSearch> {
  const own = session.get()?.tenancy?.identity;
  const { items } = await pages('/v2/assets/-/events', 'events')(undefined, SEARCHED);
  // Events that other tenancies share are in their logs.
  const events = items.filter(({ tenant_identity }) => tenant_identity === own);
  let [low, high] = [0, events.length];
  let newest: Anchored | undefined;
  while (low < high) {
    const middle = (low + high) >> 1;
    const proof = await proofOf(events[middle]!.identity);
    if (proof?.anchor && isOf(proof, log)) {
      newest = { proof, anchor: proof.anchor };
      high = middle;
    } else low = middle + 1;
  }
  return { searched: events.length, newest };
}

const isOf = ({ checkpoint }: Proof, log: string): boolean => checkpoint.split('\n', 1)[0]!.endsWith(`/${log}`);

/** The proof of an event; undefined while the log does not have it. */
async function proofOf(identity: string): Promise<Proof | undefined> {
  const [, asset_uuid = '', , uuid = ''] = identity.split('/');
  const params = { path: { asset_uuid, uuid }, query: { form: 'log' } } as const;
  return (await api.get('/v2/assets/{asset_uuid}/events/{uuid}:proof', { params }).catch(() => undefined)) as
    | Proof
    | undefined;
}
