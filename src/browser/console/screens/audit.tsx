import { pages, type Schemas } from '../lib/api.ts';
import { Download, List } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';

/** The audit log of the tenancy. */
export function Audit() {
  const of = pages('/v1/audit', 'audit');
  return (
    <Screen title="Audit" lead="Changes to the tenancy and its records. Changes to assets are recorded as events.">
      <List
        caption="Audit"
        of={of}
        reload="audit"
        identity={({ identity }) => identity}
        empty="No changes yet."
        columns={[
          ['Time', ({ timestamp }) => <Moment at={timestamp} />],
          ['Operation', ({ operation }) => operation],
          ['Resource', ({ resource }) => <code>{resource}</code>],
          ['Caller', ({ principal }) => <Who principal={principal} />],
          ['Request id', ({ request_id }) => <code>{request_id}</code>],
        ]}
      />
      <Download of={of} name="audit.json" />
    </Screen>
  );
}

function Who({ principal }: { principal: Schemas['AuditEntry']['principal'] }) {
  return (
    <>
      <code>{principal.subject}</code> <span class="note">{principal.issuer}</span>
    </>
  );
}
