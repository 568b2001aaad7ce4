import type { AuditEntry } from '#contract/operation.ts'
import type { Translate } from '#i18n/translate.ts'

/** Keys of the sentences for known changes, by method and path. */
const KNOWN: Readonly<Record<string, string>> = {
  'post /api/v1/packages': 'package_add',
  'put /api/v1/packages/{id}': 'package_change',
  'delete /api/v1/packages/{id}': 'package_end',
  'put /api/v1/services/{id}': 'service_change',
  'delete /api/v1/services/{id}': 'service_off',
  'post /api/v1/services': 'service_on',
  'post /api/v1/operation/chat-models': 'model_add',
  'put /api/v1/operation/chat-models/{id}': 'model_change',
  'delete /api/v1/operation/chat-models/{id}': 'model_reset',
  'post /api/v1/operation/own-services': 'tool_add',
  'put /api/v1/operation/own-services/{id}': 'tool_change',
  'delete /api/v1/operation/own-services/{id}': 'tool_remove',
  'post /api/v1/operation/drift': 'drift_check',
  'post /api/v1/provider-keys': 'key_add',
  'delete /api/v1/provider-keys/{id}': 'key_end',
  'post /api/v1/provider-keys/{id}/test': 'key_test',
  'post /api/v1/orders/{id}/finish': 'order_confirm',
  'post /api/v1/orders/{id}/update-price': 'order_price',
  'post /api/v1/orders/{id}/refund': 'order_refund',
  'post /api/v1/refunds/{id}/finish': 'refund_sent',
  'post /api/v1/redemption-codes': 'code_make',
  'delete /api/v1/redemption-codes/{id}': 'code_end',
  'post /api/v1/distribution-payouts': 'payout',
  'put /api/v1/distribution-levels/{id}': 'level_change',
  'post /api/v1/sites': 'site_add',
  'post /api/v1/sites/initialize': 'site_begin',
  'post /api/v1/sites/{id}/pictures/{kind}': 'site_change',
  'put /api/v1/sites/{id}': 'site_change',
  'delete /api/v1/sites/{id}': 'site_remove',
  'post /api/v1/sites/{id}/featured': 'feature_add',
  'put /api/v1/sites/{id}/featured': 'feature_order',
  'delete /api/v1/sites/{id}/featured/{featured_id}': 'feature_end',
  'put /api/v1/sites/{id}/publications/{publication_id}': 'explore_review',
  'post /api/v1/sites/{id}/presets': 'preset_add',
  'put /api/v1/sites/{id}/presets/{preset_id}': 'preset_change',
  'delete /api/v1/sites/{id}/presets/{preset_id}': 'preset_end',
  'put /api/v1/operation/people/{id}/block': 'block',
  'delete /api/v1/operation/people/{id}/block': 'unblock',
  'put /api/v1/operation/reports/{id}': 'report'
}

/** Returns a sentence that describes a change; its method and path if there is none. */
export function auditSentence(
  t: Translate,
  { method, path }: Pick<AuditEntry, 'method' | 'path'>
): string {
  const known = KNOWN[`${method} ${path}`]
  return known === undefined ? `${method.toUpperCase()} ${path}` : t(`operator.deed.${known}`)
}

/** Returns the target and the details of a change as JSON. */
export function auditDetailsJson({
  target,
  changes
}: Pick<AuditEntry, 'target' | 'changes'>): string {
  return JSON.stringify({ target, changes }, null, 2)
}
