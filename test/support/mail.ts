import type { Service } from './service.ts';

export type Mail = { from: string; to: string[]; subject: string; text: string; html: string };

/** The mails that the service has sent, as the local runtime keeps them instead of sending; of one invite where it is named. */
export async function mailsOf(service: Service, invite = ''): Promise<Mail[]> {
  const ask = async (query: string): Promise<any> => {
    const response = await fetch(`${service.at}/cdn-cgi/local/explorer/api/local/email/sending?${query}`);
    if (!response.ok) throw new Error(`the runtime's list of mails answers ${response.status}`);
    return ((await response.json()) as { result: any }).result;
  };
  const all = (await ask('per_page=100')) as { messageId: string }[];
  const mails = await Promise.all(
    all.map(({ messageId }) => ask(`email_id=${encodeURIComponent(messageId.replace(/^<|>$/g, ''))}`)),
  );
  return (mails as Mail[]).filter(({ text }) => text.includes(invite));
}
