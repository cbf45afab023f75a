/** Builds the page that verifies auditor's packages: its text, and its SHA-256 in hexadecimal. */
export function buildVerifier(): Promise<{ text: string; sha256: string }>;
