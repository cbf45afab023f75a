import { compile } from '../../../src/access/policy.ts';
import type { LocalD1 } from '../../ledger/support/d1.ts';
import type { WorldChange } from './world.ts';
import { administratorRow, type Row, type Written } from './write.ts';

/** Makes a change in the database and in the model. */
export async function make(d1: LocalD1, written: Written, change: WorldChange): Promise<void> {
  const rows = statements(written, change);
  if (rows.length > 0) await d1.rows(...rows);
}

function statements(written: Written, change: WorldChange): Row[] {
  const of = <T>(list: T[]): T | undefined => list[change.which % list.length];
  switch (change.what) {
    case 'administrator': {
      const principal = of(written.principals)!;
      principal.administrator = !principal.administrator;
      return [
        principal.administrator
          ? administratorRow(principal)
          : ['DELETE FROM administrators WHERE tenant = ? AND subject = ?', principal.tenant, principal.id],
      ];
    }
    case 'claims': {
      const principal = of(written.principals)!;
      principal.claims = change.claims;
      return [
        [
          'UPDATE applications SET custom_claims = ?, revision = revision + 1 WHERE id = ?',
          JSON.stringify(change.claims),
          principal.id,
        ],
      ];
    }
    case 'subject gone': {
      const subject = of(written.subjects);
      if (!subject) return [];
      written.subjects.splice(written.subjects.indexOf(subject), 1);
      return [['DELETE FROM subjects WHERE id = ?', subject.id]];
    }
    case 'subject': {
      const subject = of(written.subjects);
      if (!subject) return [];
      subject.rightKey = !subject.rightKey;
      const key = subject.rightKey ? `key of ${subject.remote}` : 'another key';
      return [['UPDATE subjects SET tessera_key = ? WHERE id = ?', key, subject.id]];
    }
    case 'policy gone': {
      const policy = of(written.policies);
      if (!policy) return [];
      written.policies.splice(written.policies.indexOf(policy), 1);
      return [['DELETE FROM access_policies WHERE id = ?', policy.id]];
    }
    case 'policy': {
      const policy = of(written.policies);
      if (!policy) return [];
      policy.filters = change.filters;
      policy.permissions = policy.permissions.toReversed();
      return [
        [
          `UPDATE access_policies SET filters = ?, access_permissions = ?, compiled = ?, revision = revision + 1
          WHERE id = ?`,
          JSON.stringify(policy.filters),
          JSON.stringify(policy.permissions),
          JSON.stringify(compile(policy.filters, policy.permissions)),
          policy.id,
        ],
      ];
    }
  }
}
