import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { tokenOf } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { loaded, open, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest(anchoringService);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

it('an administrator reads the log, keeps a checkpoint, and gets the command of the monitor', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const log = on.tenant.tenant_identity.replace('tenant/', '');
  const read = (path = ''): Promise<any> => on.client.call(on.tenant.token, 'GET', `/v1/logs/${log}${path}`);
  const events = async (): Promise<any[]> =>
    (await done(on.client, on.tenant.token, 'GET', `/v2/${identity}/events`)).events;
  const [event] = await events();
  await expect
    .poll(
      async () => (await on.client.call(on.tenant.token, 'GET', `/v2/${event.identity}:proof?form=log`)).body.anchor,
    )
    .toBeTruthy();
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const state = (await read()).body;
  await page.getByText(state.root, { exact: true }).waitFor();
  await page.getByText('are covered').waitFor();
  const newest = page.getByRole('link', { name: 'Asset created' });
  await newest.waitFor();
  expect(await newest.getAttribute('href')).toBe(`#/${event.identity}`);
  const note = (await read('/checkpoint')).text;
  expect(await page.getByRole('textbox', { name: 'Signed note' }).inputValue()).toBe(note);
  await page.getByText('No witness has cosigned this checkpoint.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the checkpoint' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`checkpoint-${state.log}-${state.size}.txt`);
  expect(await readFile(await download.path(), 'utf8')).toBe(note);
  await page.getByRole('button', { name: 'Download the latest cosigned checkpoint' }).click();
  await page.getByText('No witness has cosigned a checkpoint of this log.').waitFor();
  const { keys } = (await read('/keys')).body;
  const { vkey } = keys.find((key: any) => key.vkey !== undefined);
  const command = await page.getByRole('textbox', { name: 'Command of the monitor' }).inputValue();
  expect(command).toBe(`npm run monitor -- ${on.service.at}/archivist --log ${log} --vkey '${vkey}'`);
  expect(await page.locator('tbody tr').count()).toBe(keys.length);
});

it('an auditor reads the log, and a member without rights is told who may', async () => {
  const { page } = on.visitor;
  await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const checkpoint = `/v1/logs/${on.tenant.tenant_identity.replace('tenant/', '')}/checkpoint`;
  await expect.poll(async () => (await on.client.call(on.tenant.token, 'GET', checkpoint)).status).toBe(200);
  const application = async (body: object) => {
    const made = await post('/iam/v1/applications', body);
    const login = { client_id: made.client_id, client_secret: made.credentials[0].secret };
    await tokenOf(on.service, login.client_id, login.client_secret);
    return login;
  };
  const auditor = await application({ display_name: 'Auditor', permissions: ['auditor'] });
  const member = await application({ display_name: 'Member' });
  await signIn(page, auditor);
  await open(page, 'logs', 'Log');
  await page.getByRole('textbox', { name: 'Signed note' }).waitFor();
  await page.getByText('you can read no event of this log').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, member);
  await loaded(page, 'logs');
  await page.getByText('or you may not read it').waitFor();
  expect(await page.getByRole('button').allInnerTexts()).not.toContain('Download the checkpoint');
});
