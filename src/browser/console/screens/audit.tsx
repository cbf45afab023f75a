import { pages, type Schemas } from '../lib/api.ts';
import { Download, List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';

/** Who changed what of the tenancy. */
export function Audit() {
  const of = pages('/v1/audit', 'audit');
  return (
    <Screen title="Audit" lead="Changes to the tenancy and its collections. Events of assets are their own record.">
      <List
        caption="Audit"
        of={of}
        reload="audit"
        identity={({ identity }) => identity}
        empty="Nothing was changed yet."
        columns={[
          ['When', ({ timestamp }) => timestamp.slice(0, 19).replace('T', ' ')],
          ['What', ({ operation }) => operation],
          ['Of', ({ resource }) => <code>{resource}</code>],
          ['Who', ({ principal }) => <Who principal={principal} />],
          ['Request', ({ request_id }) => <code>{request_id}</code>],
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
