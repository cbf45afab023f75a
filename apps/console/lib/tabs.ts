/** What a tab tells the other ones of the same browser. */
type Message = 'started' | 'ended';

const channel = new BroadcastChannel('session');

/** Tells the other tabs that this one has started or ended the session of the browser. */
export function broadcast(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches only its own origin
  channel.postMessage(message);
}

/** Calls the function of each message of another tab. */
export function followTabs(on: Record<Message, () => void>): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => on[data]?.());
}
