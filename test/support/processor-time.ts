/** Resolves to the seconds of processor time that this process used for `work`. A busy machine adds nothing to it. */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
