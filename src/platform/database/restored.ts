import { ServiceError } from '../../lib/errors.ts';

/** The database lacks acknowledged changes: it was restored to an earlier state, or replaced (docs/operations.md). */
export class DatabaseRestored extends ServiceError {
  constructor() {
    super(
      'unavailable',
      'the database was restored to an earlier state and lacks acknowledged changes: nothing is committed until ' +
        'an operator restores them or accepts the loss',
      { headers: { 'retry-after': '3600', 'archivist-rate-limit-reset': '3600' } },
    );
  }
}
