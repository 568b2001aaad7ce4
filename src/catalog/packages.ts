/**
 * A package as an operator writes it: amounts in credits, prices in US dollars, durations in
 * seconds.
 */
export type PackageEntry = {
  /** Id or alias of a service; empty for global plans. */
  service_id: string
  type: 'Usage' | 'Period'
  title: string
  amount: number
  price: number
  duration: number
}

const usage = (amount: number, price: number): PackageEntry => ({
  service_id: '',
  type: 'Usage',
  title: '',
  amount,
  price,
  duration: 0
})
const period = (days: number, amount: number, price: number): PackageEntry => ({
  service_id: '',
  type: 'Period',
  title: '',
  amount,
  price,
  duration: days * 86_400
})

/**
 * The packages for sale unless the operator's file lists others. Larger packages cost less per
 * credit.
 */
export const PACKAGES: readonly PackageEntry[] = [
  usage(10, 1.5),
  usage(50, 6),
  usage(200, 20),
  usage(1000, 85),
  period(7, 20, 2),
  period(30, 100, 8.5),
  period(365, 1300, 85)
]
