/** Share of the full counts, above 0 and up to 1: `BENCH_DOSE=0.01` tries the bench itself, its ratios mean nothing then. */
const DOSE = Number(process.env['BENCH_DOSE'] ?? 1)
if (!(DOSE > 0 && DOSE <= 1)) throw new Error('BENCH_DOSE must be above 0 and at most 1')

/** That share of a full count, but never less than the least that can be measured. */
export function doseOf(full: number, least: number): number {
  return Math.max(least, Math.round(full * DOSE))
}
