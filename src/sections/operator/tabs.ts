/** The operator pages, in their order. */
export const OPERATOR_TABS = [
  'overview',
  'providers',
  'models',
  'tools',
  'packages',
  'margin',
  'people',
  'orders',
  'codes',
  'sites',
  'payouts',
  'reports',
  'audit'
] as const
