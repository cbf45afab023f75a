/** Work that can last for long. */
export type Work = 'request' | 'batch' | 'lane';

/** What is needed where one thread does everything. */
export type Pacing = {
  /** Lets requests in that have arrived, if this work has held the thread for as long as it may. */
  turn: (of: Work) => Promise<void>;
  /** Waits for some milliseconds, in which requests are let in. */
  rest: (milliseconds: number) => Promise<void>;
  /** Passes the log line of a request on to another program, which writes it, or returns false. */
  passLine: (request: Request, line: string) => boolean;
};

/** Does nothing until a program installs devices. On Cloudflare none does: the database answers from elsewhere. */
export const pacing: Pacing = {
  turn: async () => undefined,
  rest: async () => undefined,
  passLine: () => false,
};

/** To be called by a program that runs the product in one thread. */
export const installPacing = (devices: Pacing): void => void Object.assign(pacing, devices);
