import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, listedAs, upload } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Arrays, type Tenancy } from '../support/tenancy.ts';

let service: Service;
let client: Client;
let owner: Tenancy;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
});

/** The names of the attributes that a caller sees of an asset, or the status. */
const attributesOf = async (who: Actor, identity: string): Promise<string> => {
  const answer = await who.get(`/v2/${identity}`);
  return answer.status === 200 ? Object.keys(answer.body.attributes).toSorted().join(' ') : String(answer.status);
};
const statuses = async (...calls: Promise<Answer>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status);

describe('what may be written', () => {
  test('an event needs rights to its behaviour, type and attributes; a refusal names the missing ones', async () => {
    const member = await owner.member();
    const [first, second] = [
      listedAs(await upload(client, owner.token, bytesOf(10, 1))),
      listedAs(await upload(client, member.token, bytesOf(10, 2))),
    ];
    const identity = await owner.asset({ kind: 'x', arc_attachments: [first], free: '1' });
    const before = (await walk(owner, `/v2/${identity}/events`)).length;
    const policy = await owner.policy(['attributes.kind=x'], [`subject=${member.id}`], {});
    const B = 'behaviour';
    const T = 'event_attributes.arc_display_type';
    const attach = {
      operation: 'Attach',
      behaviour: 'Attachments',
      event_attributes: { arc_append_attachments: [second] },
    };
    const builtin = (operation: string, more: object = {}): object => ({ operation, behaviour: 'Builtin', ...more });
    const add = { event_attributes: { arc_behaviour_name: 'Maintenance' } };
    const typed = (type: unknown, more: object = {}): object => ({
      event_attributes: { arc_display_type: type, ...more },
    });
    const set = (...attributes: string[]): object => ({
      asset_attributes: Object.fromEntries(attributes.map((name) => [name, 'v'])),
    });
    type Given = [behaviours: string[], types: string[], attributes: string[]];
    const all: Given = [['*'], ['*'], ['*']];
    const table: [Given, object, string[] | 'done'][] = [
      [all, {}, 'done'],
      [all, { ...typed('T'), ...set('free', 'new') }, 'done'],
      [[['RecordEvidence'], ['*'], []], {}, 'done'],
      [[[], ['*'], ['*']], {}, [B]],
      [[['Builtin', 'recordevidence'], ['*'], ['*']], {}, [B]],
      [[['RecordEvidence'], ['T'], []], typed('T'), 'done'],
      [[['RecordEvidence'], ['T'], []], typed('t'), [T]],
      [[['RecordEvidence'], ['T'], []], {}, [T]],
      [[['RecordEvidence'], ['T'], []], typed(''), [T]],
      [[['RecordEvidence'], ['T'], []], typed({ k: 'T' }), [T]],
      [[['RecordEvidence'], ['T'], []], typed('*'), [T]],
      [[['RecordEvidence'], [], ['*']], typed('T'), [T]],
      [[['RecordEvidence'], ['T'], ['a', 'b']], { ...typed('T'), ...set('a', 'b') }, 'done'],
      [[['RecordEvidence'], ['T'], ['a']], { ...typed('T'), ...set('a', 'b') }, ['asset_attributes.b']],
      [
        [['RecordEvidence'], ['T'], ['a']],
        { ...typed('U'), ...set('b', 'c') },
        [T, 'asset_attributes.b', 'asset_attributes.c'],
      ],
      [[[], [], ['a']], set('b'), [B, T, 'asset_attributes.b']],
      [[['Attachments'], ['*'], ['arc_attachments']], attach, 'done'],
      [[['Attachments'], ['*'], ['other']], attach, ['asset_attributes.arc_attachments']],
      [[['Attachments'], ['*'], []], { ...attach, event_attributes: { arc_append_attachments: [] } }, 'done'],
      [[['RecordEvidence'], ['*'], ['*']], attach, [B]],
      [[['Builtin'], ['*'], []], builtin('StopTracking'), 'done'],
      [[['Builtin'], ['*'], []], builtin('StartTracking'), 'done'],
      [[['Builtin'], ['T'], []], builtin('StartTracking'), [T]],
      [[['Builtin'], ['T'], []], builtin('StartTracking', typed('T')), 'done'],
      [[['RecordEvidence'], ['*'], []], builtin('StopTracking'), [B]],
      [[['Builtin'], ['*'], []], builtin('Add', add), 'done'],
      [[['Builtin'], ['*'], []], builtin('Remove', add), 'done'],
      [[['Maintenance'], ['*'], ['*']], builtin('Remove', add), [B]],
    ];
    let made = 0;
    for (const [[behaviours, event_arc_display_type_write, asset_attributes_write], body, expected] of table) {
      const of = { behaviours, event_arc_display_type_write, asset_attributes_write };
      const access_permissions = [{ user_attributes: [{ or: [`subject=${member.id}`] }], ...of }];
      await owner.done('PATCH', `/iam/v1/${policy}`, { body: { access_permissions } });
      const answer = await member.append(identity, body);
      const what = JSON.stringify([of, body]);
      if (expected === 'done') {
        made += 1;
        expect(answer.status, `${what} ${answer.text}`).toBe(200);
        expect(answer.body.principal_accepted.subject).toBe(member.id);
      } else {
        expectProblem(answer, 403);
        expect(fieldsOf(answer), what).toEqual(expected);
      }
    }
    expect(await walk(owner, `/v2/${identity}/events`)).toHaveLength(before + made);
    expect((await owner.get(`/v2/${identity}`)).body.attributes).toMatchObject({
      arc_attachments: [first, second],
      free: 'v',
    });
  });

  test('rights to write add up over policies; a member with any of them gets 403, others get 404', async () => {
    const identity = await owner.asset({ kind: 'x' });
    const [writer, reader, nobody] = [await owner.member(), await owner.member(), await owner.member()];
    const to = (who: Actor, arrays: Arrays): Promise<string> =>
      owner.policy(['attributes.kind=x'], [`subject=${who.id}`], arrays);
    const body = { event_attributes: { arc_display_type: 'T' }, asset_attributes: { a: '1' } };
    await to(writer, { behaviours: ['RecordEvidence'] });
    expectProblem(await writer.append(identity, body), 403);
    await to(writer, { event_arc_display_type_write: ['T'] });
    await to(writer, { asset_attributes_write: ['a'] });
    const answer = await writer.append(identity, body);
    expect(answer.status, answer.text).toBe(200);
    // Write permissions do not include read permissions, not even for one's own events.
    expect(await statuses(writer.get(`/v2/${identity}`), writer.get(`/v2/${answer.body.identity}`))).toEqual([
      404, 404,
    ]);
    await to(reader, { asset_attributes_read: ['a'] });
    expectProblem(await reader.append(identity, body), 403);
    expect(await attributesOf(reader, identity)).toBe('a');
    expectProblem(await nobody.append(identity, body), 404);
    expectProblem(await nobody.append('assets/c3b2a1f0-0000-4000-8000-000000000000', body), 404);
    expectProblem(await nobody.append(identity, {}, { 'idempotency-key': 'k' }), 404);
    await to(nobody, {});
    expectProblem(await nobody.append(identity, body), 404);
    expect(await walk(owner, `/v2/${identity}/events`)).toHaveLength(2);
  });

  test('an asset can be created when a policy matches it and grants each behaviour and attribute', async () => {
    const member = await owner.member();
    const create = (body: object): Promise<Answer> => member.call('POST', '/v2/assets', { body });
    const attributes = { kind: 'x', note: 'n' };
    expectProblem(await create({ attributes }), 403);
    expectProblem(await create({}), 403);
    const identity = await owner.policy(['attributes.kind=x'], [`subject=${member.id}`], {
      behaviours: ['RecordEvidence'],
      asset_attributes_write: ['kind', 'note'],
      asset_attributes_read: ['note'],
    });
    const answer = await create({ attributes });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ attributes: { note: 'n' }, tenant_identity: owner.identity });
    expect(await attributesOf(member, answer.body.identity)).toBe('note');
    expect(await attributesOf(owner, answer.body.identity)).toBe('kind note');
    expect((await create({ attributes, behaviours: [] })).status).toBe(200);
    expect((await create({ attributes, behaviours: ['Builtin', 'AssetCreator'] })).status).toBe(200);
    const refused: [object, string[]][] = [
      [{ attributes: { kind: 'y' } }, ['behaviours', 'attributes.kind']],
      [{ attributes: { kind: 'x', other: '1', third: '' } }, ['attributes.other', 'attributes.third']],
      [{ attributes, behaviours: ['RecordEvidence', 'Maintenance'] }, ['behaviours']],
      [{ attributes, behaviours: ['Firmware'] }, ['behaviours']],
      [{ attributes, public: true }, ['public']],
      [{ attributes: { kind: 'x', note: 'n' }, behaviours: ['Attachments'], public: true }, ['public']],
      [{ attributes: {} }, ['behaviours']],
    ];
    for (const [body, fields] of refused) {
      const denied = await create(body);
      expectProblem(denied, 403);
      expect(fieldsOf(denied), JSON.stringify(body)).toEqual(fields);
    }
    expect(await walk(owner, '/v2/assets')).toHaveLength(3);
    // Write permissions are enough to create an asset, although its creator cannot read it.
    const access_permissions = [
      { user_attributes: [{ or: [`subject=${member.id}`] }], behaviours: ['*'], asset_attributes_write: ['*'] },
    ];
    await owner.done('PATCH', `/iam/v1/${identity}`, { body: { access_permissions } });
    const blind = await create({ attributes: { kind: 'x', any: 'thing' }, behaviours: ['Firmware', 'Maintenance'] });
    expect([blind.status, blind.body.attributes]).toEqual([200, {}]);
    expectProblem(await member.get(`/v2/${blind.body.identity}`), 404);
  });
});
