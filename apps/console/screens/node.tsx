import { api } from '../lib/api.ts';
import { CONNECTION } from '../lib/words.ts';
import { Act } from '../parts/act.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

/** What is shown of a block; its height and time are already above. */
const BLOCK = [
  ['hash', 'Hash'],
  ['parentHash', 'Hash of the block before'],
  ['transactionRoot', 'Root of its transactions'],
] as const;

/** The chain that events are anchored on, and its newest block. */
export function Node() {
  const status = useLoaded(async () => {
    const node = await api.get('/v1/node');
    const height = node.blockchain_nodes[0]?.block_height ?? '';
    const block = height === '' ? undefined : await newest(height).catch(() => undefined);
    return { node, block };
  }, 'node');
  return (
    <Screen
      title="Node"
      lead="Events are anchored on this chain."
      actions={<Act label="Refresh" act={status.reload} />}
    >
      <Load of={status}>
        {({ node, block }) => (
          <>
            {node.blockchain_nodes.map((each) => (
              <dl class="facts" key={each.genesis_hash}>
                <dt>Node</dt>
                <dd>{node.identity}</dd>
                <dt>Connection</dt>
                <dd>{CONNECTION[each.connection_status]}</dd>
                <dt>Height</dt>
                <dd>{each.block_height}</dd>
                <dt>Genesis</dt>
                <dd>
                  <code>{each.genesis_hash}</code>
                </dd>
                <dt>Last block</dt>
                <dd>
                  <Moment at={each.timestamp_committed} />
                </dd>
                <dt>Syncing</dt>
                <dd>{each.syncing ? `at ${each.syncing.current_block} of ${each.syncing.highest_block}` : 'no'}</dd>
                <dt>Peers</dt>
                <dd>{each.peers.length}</dd>
              </dl>
            ))}
            {block && (
              <section aria-labelledby="block">
                <h2 id="block">Newest block</h2>
                <dl class="facts">
                  {BLOCK.filter(([name]) => name in block).map(([name, label]) => [
                    <dt key={`${name}-t`}>{label}</dt>,
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
