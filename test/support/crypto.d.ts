/** Members of the runtime's Crypto that the browser types of the tests lack. */
interface Crypto {
  readonly DigestStream: typeof DigestStream;
}
