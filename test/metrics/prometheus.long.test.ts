import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTED, MEASURED } from '../../src/platform/metrics/declared.ts';
import { formatMetrics } from '../../src/platform/metrics/exposition.ts';
import { freePort } from '../../tools/free-port.ts';
import { openClient } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { newTenant, SECRETS, startService, type Service } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { removeDirectory } from '../support/directory.ts';

/** Prometheus reads the metrics, the sample configuration and the rules. It comes from Debian's package prometheus. */
const REQUIRED = process.env['CI'] === 'true';
const PACKAGE = 'apt-get install prometheus';
const INSTALLED = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);
// Not with the console: the messages of files whose tests are skipped are not shown.
if (!INSTALLED && !REQUIRED)
  writeSync(2, `Prometheus is not installed: metrics and alert rules are not checked with it (${PACKAGE})\n`);
test.runIf(REQUIRED)('Prometheus is installed', () => expect(INSTALLED, PACKAGE).toBe(true));

const SAMPLES = join(import.meta.dirname, '../../docs/samples');
const RULES = readdirSync(SAMPLES).filter(
  (name) => name.endsWith('.yml') && /^groups:$/m.test(readFileSync(join(SAMPLES, name), 'utf8')),
);

/** One series of each metric that the service declares, also of those that a small service does not have. */
function allMetrics(): string {
  const declared = { ...COUNTED, ...MEASURED };
  const series = Object.entries(declared).map(([name, { labels, ...metric }]): [string, number | number[]] => [
    [name, ...labels.map(() => 'some')].join('\n'),
    'buckets' in metric && metric.buckets ? [...metric.buckets.map(() => 1), 1, 0.5] : 1,
  ]);
  return formatMetrics(declared, series);
}

/** A test of `promtool test rules`: the database has grown to a part of its limit, and whether that is an alert. */
const sizeTest = (bytes: number, alert: boolean): string => `
  - interval: 1m
    input_series:
      - { series: 'evidence_database_bytes', values: '${bytes}x20' }
      - { series: 'evidence_database_limit_bytes', values: '10000000000x20' }
    alert_rule_test:
      - eval_time: 15m
        alertname: EvidenceDatabaseAlmostFull
        exp_alerts: [${
          alert
            ? "{ exp_labels: { severity: warning }, exp_annotations: { summary: 'The database " +
              "uses 6.985GiB, more than 70 % of its maximum size', action: 'Read docs/scaling.md' } }"
            : ''
        }]`;

describe.skipIf(!INSTALLED)('Prometheus', () => {
  const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
  let service: Service;
  let prometheus: ChildProcess | undefined;
  let address: string;
  beforeAll(async () => {
    service = await startService();
    const client = await openClient(service);
    const { token } = await newTenant(service, 'Prometheus');
    for (let i = 0; i < 5; i++) await done(client, token, 'POST', '/v2/assets', {});
    await done(client, token, 'GET', '/v2/assets');
    await logsComplete(service);
    await service.cron('* * * * *');
    // Queues jobs.
    await service.cron('23 * * * *');
    for (const name of ['prometheus.yml', ...RULES]) cpSync(join(SAMPLES, name), join(directory, name));
    writeFileSync(join(directory, 'operator-secret'), SECRETS.OPERATOR_SECRET, { mode: 0o600 });
  });
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      const exited = new Promise((resolve) => prometheus!.once('exit', resolve));
      prometheus.kill();
      await exited;
    }
    await service?.close();
    removeDirectory(directory);
  });
  const promtool = (args: string[], input = ''): { status: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8', cwd: directory });
    return { status, said: stdout + stderr };
  };
  const metrics = async (): Promise<string> =>
    (await fetch(`${service.at}/metrics`, { headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` } })).text();

  test('accepts the sample configuration with its rules', () => {
    const { status, said } = promtool(['check', 'config', 'prometheus.yml']);
    expect(said).toContain('SUCCESS');
    expect([status, said]).toEqual([0, expect.not.stringContaining('FAILED')]);
  });

  test('accepts every file of rules in docs/samples, all of which the sample configuration loads', () => {
    const config = readFileSync(join(SAMPLES, 'prometheus.yml'), 'utf8');
    expect(RULES).toContain('prometheus-rules.yml');
    for (const name of RULES) {
      expect(config).toContain(`  - ${name}\n`);
      const count = readFileSync(join(SAMPLES, name), 'utf8').match(/^ +- alert: /gm)!.length;
      expect(promtool(['check', 'rules', name])).toEqual({
        status: 0,
        said: expect.stringContaining(`SUCCESS: ${count} rules found`) as string,
      });
    }
  });

  test('alerts if the database uses more than 70 % of its maximum size, and not below', () => {
    const tests = `rule_files: [prometheus-rules.yml]\ntests:${sizeTest(6.9e9, false)}${sizeTest(7.5e9, true)}\n`;
    writeFileSync(join(directory, 'size.yml'), tests);
    expect(promtool(['test', 'rules', 'size.yml'])).toEqual({
      status: 0,
      said: expect.stringContaining('SUCCESS') as string,
    });
  });

  test('finds nothing wrong with any metric that the service declares', () => {
    const text = allMetrics();
    expect(text.match(/^# TYPE /gm)).toHaveLength(Object.keys({ ...COUNTED, ...MEASURED }).length);
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' });
  });

  test('finds nothing wrong with the metrics of a running service', async () => {
    const { status, said } = promtool(['check', 'metrics'], await metrics());
    expect([said, status]).toEqual(['', 0]);
  });

  test('refuses metrics that are not in the text format, so that the check above can fail', async () => {
    expect(promtool(['check', 'metrics'], `${await metrics()}evidence_broken{ 1\n`).status).not.toBe(0);
  });

  test('reads the service with the sample configuration', async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const sample = readFileSync(join(directory, 'prometheus.yml'), 'utf8');
    const configured = sample
      .replace('127.0.0.1:8787', new URL(service.at).host)
      .replaceAll(/_interval: 30s/g, '_interval: 1s')
      .replace('scrape_timeout: 10s', 'scrape_timeout: 1s');
    writeFileSync(join(directory, 'running.yml'), configured);
    prometheus = spawn(
      'prometheus',
      [
        '--config.file=running.yml',
        `--web.listen-address=127.0.0.1:${port}`,
        `--storage.tsdb.path=${join(directory, 'data')}`,
      ],
      { cwd: directory, stdio: 'ignore' },
    );
    await expect.poll(() => valueOf('up{job="asset-evidence"}').catch(() => undefined)).toBe(1);
    expect(await valueOf('sum(evidence_requests_total{operation="createAsset",status="200"})')).toBe(5);
    expect(await valueOf('sum(evidence_commit_events_sum)')).toBe(5);
    expect(await valueOf('evidence_up{part="writer"}')).toBe(1);
  });

  test('evaluates every query of the dashboard and of the rules, and each metric of a query exists', async () => {
    const dashboard = JSON.parse(readFileSync(join(SAMPLES, 'grafana-dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const { groups } = (await ask('rules')) as { groups: { rules: { query: string; health: string }[] }[] };
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...groups.flatMap(({ rules }) => rules.map(({ query }) => query)),
    ];
    expect(queries.length).toBeGreaterThan(25);
    const known = new Set([...(await metrics()).matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name!));
    for (const query of queries) {
      await ask(`query?${new URLSearchParams({ query })}`);
      for (const [name] of query.matchAll(/evidence_\w+/g)) expect(known, query).toContain(name);
    }
  });

  test('raises the alerts of a database that was restored, and none before', async () => {
    const alerts = async (): Promise<string[]> => {
      const { alerts: active } = (await ask('alerts')) as {
        alerts: { state: string; labels: Record<string, string> }[];
      };
      return active.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname']!);
    };
    expect(await alerts()).toEqual([]);
    const restore = await copyOfDatabase(service.db);
    await newTenant(service, 'Lost');
    await restore();
    await service.cron('* * * * *');
    await expect.poll(alerts).toEqual(expect.arrayContaining(['EvidenceDatabaseRestored', 'EvidenceAlarm']));
  });

  async function ask(path: string): Promise<unknown> {
    const response = await fetch(`${address}/api/v1/${path}`);
    const body = (await response.json()) as { status: string; data: unknown };
    expect([path, body.status]).toEqual([path, 'success']);
    return body.data;
  }
  async function valueOf(query: string): Promise<number | undefined> {
    const { result } = (await ask(`query?${new URLSearchParams({ query })}`)) as {
      result: { value: [number, string] }[];
    };
    return result[0] && Number(result[0].value[1]);
  }
});
