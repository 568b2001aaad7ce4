/** The pages of operators, in their order. */
export const OPERATOR_TABS = [
  'overview',
  'providers',
  'packages',
  'people',
  'orders',
  'codes',
  'sites',
  'payouts',
  'reports',
  'audit'
] as const
