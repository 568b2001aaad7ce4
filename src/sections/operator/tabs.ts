/** The operator pages, in their order. */
export const OPERATOR_TABS = [
  'overview',
  'providers',
  'models',
  'packages',
  'people',
  'orders',
  'codes',
  'sites',
  'payouts',
  'reports',
  'audit'
] as const
