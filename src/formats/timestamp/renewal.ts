import { sha256 } from '../../lib/sha256.ts';
import { toBase64, utf8 } from '../../lib/text.ts';
import { leafHash } from '../log/tree.ts';
import { checkToken } from './content.ts';
import { TimestampError } from './error.ts';
import { stampRoot } from './stamp-tree.ts';

/**
 * The renewal of time stamps (RFC 4998, section 5): before the certificates of a token expire, another token stamps the
 * root of a tree over hashes of tokens, and so shows that they existed while these were valid. A renewal is renewed in
 * the same way.
 */

/** A renewal of a token: the place of the renewed one in the stamped tree (`stampRoot`), and the new token. */
export type Renewal = { index: number; path: readonly Uint8Array[]; token: Uint8Array };

/** The most renewals of one stamp. */
export const MAX_RENEWALS = 32;

/**
 * The leaf hash of a token in a tree of renewed ones: of the label and the SHA-256 of the token in base64, each ended
 * by a newline. `token`: in its normal form, with its certificates.
 */
export const renewalLeaf = (token: Uint8Array): Uint8Array =>
  leafHash(utf8(`asset-evidence-stamp-renewal/1\n${toBase64(sha256(token))}\n`));

/** The root that the tree of a renewal has. Throws TimestampError for a place that no tree has. */
function renewedRoot(token: Uint8Array, { index, path }: Renewal): Uint8Array {
  const root = stampRoot(renewalLeaf(token), { index, path });
  if (!root) throw new TimestampError('the index of a renewal is not one of a tree with its path');
  return root;
}

/** A token, and the hash that it must be of. */
export type HashedToken = { token: Uint8Array; hash: Uint8Array };

/** The token of a stamp, and those of its renewals, each of the one before. Throws TimestampError. */
export function renewedTokens(stamp: HashedToken, renewals: readonly Renewal[]): HashedToken[] {
  const chain = [stamp];
  for (const renewal of renewals) {
    const root = renewedRoot(chain.at(-1)!.token, renewal);
    chain.push({ token: renewal.token, hash: root });
  }
  return chain;
}

/** Checks that a token is of a hash, and each renewal of the token before it; no signature is verified. */
export function checkRenewed(stamp: HashedToken, renewals: readonly Renewal[]): void {
  for (const { token, hash } of renewedTokens(stamp, renewals)) checkToken(token, hash);
}
