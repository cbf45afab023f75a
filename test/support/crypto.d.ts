/** What the runtime's Crypto has beside a browser's, whose types tests see. */
interface Crypto {
  readonly DigestStream: typeof DigestStream;
}
