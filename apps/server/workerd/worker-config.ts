import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { PROJECT_DIR } from '../build/bundle.ts';

/** The parts of wrangler.toml that the local service uses. */
export type WorkerConfig = {
  name: string;
  compatibility_date: string;
  compatibility_flags: string[];
  d1_databases: { binding: string; preview_database_id: string; migrations_dir: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  queues: {
    producers: { binding: string; queue: string }[];
    consumers: {
      queue: string;
      max_batch_size: number;
      max_retries: number;
      retry_delay: number;
    }[];
  };
  ratelimits: { name: string; simple: { limit: number; period: 10 | 60 } }[];
  triggers: { crons: string[] };
};

/** Reads wrangler.toml, which declares the bindings, rate limits and crons. */
export function readWorkerConfig(): WorkerConfig {
  return parse(readFileSync(join(PROJECT_DIR, 'wrangler.toml'), 'utf8')) as unknown as WorkerConfig;
}
