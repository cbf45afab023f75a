import { api } from '../lib/api.ts';
import { Act } from '../parts/act.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { node: wording } = rareTexts;
const { common, menu } = screenTexts;

/** What is shown of a block; its height and time are already above. */
const BLOCK = ['hash', 'parentHash', 'transactionRoot'] as const;

/** The chain that events are anchored on, and its newest block. */
export function Node() {
  const status = useLoaded(async () => {
    const node = await api.get('/v1/node');
    const height = node.blockchain_nodes[0]?.block_height ?? '';
    const block = height === '' ? undefined : await newest(height).catch(() => undefined);
    return { node, block };
  }, 'node');
  return (
    <Screen title={menu.node} lead={wording.lead} actions={<Act label={common.refresh} act={status.reload} />}>
      <Load of={status}>
        {({ node, block }) => (
          <>
            {node.blockchain_nodes.map((each) => (
              <dl class="facts" key={each.genesis_hash}>
                <dt>{wording.node}</dt>
                <dd>{node.identity}</dd>
                <dt>{wording.connection}</dt>
                <dd>{texts.words.connection[each.connection_status]}</dd>
                <dt>{wording.height}</dt>
                <dd>{each.block_height}</dd>
                <dt>{wording.genesis}</dt>
                <dd>
                  <code>{each.genesis_hash}</code>
                </dd>
                <dt>{wording.lastBlock}</dt>
                <dd>
                  <Moment at={each.timestamp_committed} />
                </dd>
                <dt>{wording.syncing}</dt>
                <dd>
                  {each.syncing ? wording.at(each.syncing.current_block, each.syncing.highest_block) : wording.no}
                </dd>
                <dt>{wording.peers}</dt>
                <dd>{each.peers.length}</dd>
              </dl>
            ))}
            {block && (
              <section aria-labelledby="block">
                <h2 id="block">{wording.newestBlock}</h2>
                <dl class="facts">
                  {BLOCK.filter((name) => name in block).map((name) => [
                    <dt key={`${name}-t`}>{wording.block[name]}</dt>,
                    <dd key={`${name}-d`}>
                      <code>{String(block[name as keyof typeof block])}</code>
                    </dd>,
                  ])}
                </dl>
              </section>
            )}
          </>
        )}
      </Load>
    </Screen>
  );
}

const newest = (height: string) => api.get('/v1/node/block', { params: { query: { number: height } } });
