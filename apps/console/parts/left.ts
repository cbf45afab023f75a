import { useEffect, useState } from 'preact/hooks';

/** A signal that is aborted when the component is removed. */
export function useLeft(): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), []);
  return controller.signal;
}
