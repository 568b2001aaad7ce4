/**
 * The credits that are left when a run has begun or ended, as the feed of a user reports them.
 * Amounts are decimal credits.
 */
export type RunBalance = {
  /** The plan that pays for the run. */
  application_id: string
  /** Credits left in that plan. */
  remaining_amount: number
  /** Credits that all usable plans of the user can spend on the service of the run. */
  spendable_amount: number
}
