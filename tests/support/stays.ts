/** Tables in which the id of a deleted user stays, and why. The id names nobody any more. */
export const STAYS: Readonly<Record<string, string>> = {
  application: 'accounting: the plan that credits belong to',
  audit: 'the record of changes by operators and admins',
  block: 'the operator who blocked another user',
  deleted_account: 'for a day, to erase what a call writes late',
  distribution_history: 'accounting: rewards and payouts',
  distribution_status: 'accounting: the sums of rewards',
  ledger: 'accounting: the bookings of a plan',
  order: 'accounting: orders and payments, which tax law requires',
  redemption: 'accounting: a code that was redeemed',
  redemption_code: 'accounting: the operator who issued credits',
  run: 'accounting: the receipt, without request and result'
}
