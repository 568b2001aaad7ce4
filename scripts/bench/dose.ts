/**
 * Share of the full counts, above 0 and up to 1. `BENCH_DOSE=0.01` tries out the bench itself; its
 * ratios mean nothing then.
 */
export const DOSE = Number(process.env['BENCH_DOSE'] ?? 1)
if (!(DOSE > 0 && DOSE <= 1)) throw new Error('BENCH_DOSE must be above 0 and at most 1')

/** Scales a full count by the dose, but not below the least that can be measured. */
export function doseOf(full: number, least: number): number {
  return Math.max(least, Math.round(full * DOSE))
}
