/**
 * All examples of the OpenAPI documents describe one situation: a tenancy records the inspection of a pump. Each
 * example that names a record takes its UUID from here, so that the examples of different operations fit together.
 */
export const ID = {
  access_policies: '15c7e9a3-6d48-4f20-b1a6-9e0d3c7b5f84',
  applications: 'b2e8d4f6-7c19-4e3a-95d0-8f1a6c2b4e73',
  assets: '3d9f2c6e-8a41-4c0b-b7e5-61f0a9d2c384',
  audit: '2c7f9d04-8e5b-4a13-b6d2-f0e1c3a5b798',
  blobs: 'f8a3c5d1-0e72-4b96-8d4f-3e9b7a1c5062',
  compliance_policies: 'a6d0f3b8-5e17-4c92-84ab-7f2e1d9c0b35',
  events: 'c05e7b1a-94d2-4f36-8e0c-5a7b3d1f6e28',
  exports: '5a0e9c47-d81b-4f63-92e7-b46c1d8f3a05',
  invites: '0d8b6e42-f1a9-4375-9c0e-d4b7a5e3f168',
  iothubgdr: '8b5d3e1f-c702-49a6-9f84-0a6c2e7d1b5f',
  logs: '7d2a9c51-6e0f-4b38-a4c7-93b1e5f08d26',
  locations: '9e4d1f70-2b6c-4a85-a3f9-0c7e5b8d6a12',
  passkeys: '91c4e7a2-5b3d-4f60-8a19-c7e2d0b5f386',
  signing_keys: '27c0d5f1-9a4e-4b63-8d17-e5f2a1c8b049',
  sessions: '6b1e9d37-0c5a-4e82-97f4-d8a3c6b20e51',
  subjects: '4c6f2f8a-1d2e-4a57-9d0b-6a3f0a7c1e11',
  svcbussources: 'd3c1a7e5-9b60-4f82-8e3d-7b4f0a2c6d19',
  templates: '8e2d6b40-1c95-4f7a-a3d8-60b9f4e7c215',
  tenant: '7a1b0c52-3f7e-4d0a-9c35-2f4a8e6d1b90',
  tlscacertificates: '62f9b0d7-4a3e-4158-bc6d-1e8a7f0c9d25',
  users: 'e17a4c90-b3d6-4825-a9f1-5c8e0b7d2f43',
  webhooks: '5f0b7c3e-a9d4-4162-8b7e-c4e1d2f6a395',
} as const;

/** A collection whose records have identities in examples. */
export type Named = keyof typeof ID;

/** `assets` -> `assets/3d9f2c6e-…`. */
export const exampleOf = (collection: Named): string => `${collection}/${ID[collection]}`;

/** The wallet address of the tenancy. */
export const WALLET = '0x99Fa4AAB0AF2B53f158083D8f244bb4523388197';

/** 64 hexadecimal digits that repeat `digits`: the form of a 32-byte hash. */
export const hashLike = (digits: string): string => digits.repeat(64 / digits.length);

/** The person who inspects the pump. */
export const INSPECTOR = {
  issuer: 'https://login.example.com',
  subject: '00u1inspector',
  display_name: 'Ines Pector',
  email: 'inspector@example.com',
} as const;

export const CREATED = '2026-11-20T08:46:00Z';
export const INSPECTED = '2026-11-21T10:15:30.250000Z';
export const ANCHORED = '2026-11-21T10:20:06.000000Z';
