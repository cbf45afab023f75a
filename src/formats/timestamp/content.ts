import { equalBytes } from '../../lib/bytes.ts';
import { toHex } from '../../lib/text.ts';
import { TimestampError } from './error.ts';
import { readInfo, type TimestampInfo } from './info.ts';
import { SHA_256 } from './request.ts';
import { encodeToken, readToken, type Token } from './token.ts';

/** What a token says of a SHA-256 hash; the signature is not verified. Throws TimestampError for another hash. */
export function readContent(token: Token, hash: Uint8Array): TimestampInfo {
  const info = readInfo(token.info);
  if (info.hashAlgorithm !== SHA_256 || !equalBytes(info.hash, hash))
    throw new TimestampError(`the token is of the hash ${toHex(info.hash)}, not of the SHA-256 ${toHex(hash)}`);
  return info;
}

/** As `readContent`, of a token that must be in its normal form. */
export function checkToken(bytes: Uint8Array, hash: Uint8Array): { token: Token; info: TimestampInfo } {
  const token = readToken(bytes);
  if (!equalBytes(encodeToken(token, token.certificates), bytes))
    throw new TimestampError('the token is not in its normal form');
  return { token, info: readContent(token, hash) };
}
