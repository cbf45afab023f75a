import { existsSync, rmSync } from 'node:fs';
import { UsageError } from '../../../cli/command-line.ts';
import { EvidenceError, type Event, type Evidence, type EvidenceClient, type SignedEvidence } from '../index.ts';
import { isUncertain, repeatableError } from './exit.ts';
import { bytesOf, objectIn, requirePrivate, writePrivate } from './files.ts';
import { signerIn } from './key-file.ts';

/** Options of `record` for an event that is signed. */
type Signing = { sign: string; statement?: string; checkpoint?: string; wait?: boolean };

/** A signed event as its file has it. `options`: those of the command that has signed it. */
type Kept = { asset: string; options: string; event: SignedEvidence };

/**
 * Signs and records an event. A file `statement` keeps it, or has it already: then it is sent again, which returns the
 * first event. Without one, a new file keeps it until its recording is certain, and the error names the file.
 * `evidence`: what to sign; not called for an event that was kept.
 */
export async function recordSigned(
  client: EvidenceClient,
  asset: string,
  given: Signing,
  evidence: () => Promise<Evidence>,
): Promise<Event> {
  const { sign, statement, checkpoint, wait: _, ...content } = given;
  const options = JSON.stringify(content);
  if (statement !== undefined && existsSync(statement))
    return client.events.record(asset, keptIn(statement, asset, options)).catch((error: unknown) => {
      throw repeatableError(error, `--statement ${statement}`);
    });
  const signer = await signerIn(sign);
  const seen = checkpoint === undefined ? await latestCheckpoint(client, asset) : bytesOf(checkpoint);
  const event = await client.events.sign(asset, await evidence(), signer, seen ? { checkpoint: seen } : {});
  const kept: Kept = { asset, options, event };
  const file = statement ?? `signed-event-${crypto.randomUUID().slice(0, 8)}.json`;
  writePrivate(file, kept);
  const forget = (): void => {
    if (statement === undefined) rmSync(file, { force: true });
  };
  try {
    const recorded = await client.events.record(asset, event);
    forget();
    return recorded;
  } catch (error) {
    if (!isUncertain(error)) forget();
    throw repeatableError(error, `--statement ${file}`);
  }
}

/** The signed event in a file. Throws UsageError for one of another command: it would not be recorded. */
function keptIn(file: string, asset: string, options: string): SignedEvidence {
  const kept = objectIn(file) as Partial<Kept>;
  requirePrivate(file, 'sign the event again if it was changed');
  if (kept.asset !== asset || kept.options !== options || !kept.event)
    throw new UsageError(`--statement: ${file} has the event of a command with another asset or other options`);
  return kept.event;
}

/** The latest checkpoint of the log of the tenancy that owns an asset; undefined if the caller cannot read one. */
async function latestCheckpoint(client: EvidenceClient, asset: string): Promise<Uint8Array | undefined> {
  const { tenant_identity } = await client.assets.get(asset);
  try {
    return await client.proofs.checkpoint(tenant_identity.replace('tenant/', ''));
  } catch (error) {
    if (error instanceof EvidenceError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}
