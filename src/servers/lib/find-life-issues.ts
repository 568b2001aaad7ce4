import { findModel } from '#catalog/chat/models.ts'
import type { ModelFields } from '#contract/chat-model.ts'

/** A mistake in the days and successors of a model, at the API's name of the field. */
type LifeIssue = { field: 'becomes' | 'fallback' | 'until'; code: 'circle' | 'invalid' | 'unknown' }

type Life = Pick<ModelFields, 'since' | 'until' | 'becomes' | 'fallback'>

/** The other models of the deployment, or of a file. */
type Others = {
  isKnown(name: string): boolean
  /** Returns the successor that the operator chose for a model. */
  successorOf(name: string): string | null | undefined
}

/**
 * Finds successors that do not exist or lead back to the model, and a last day before the release.
 * Two models may be the fallback of each other.
 * @param life fields that are missing, null or empty are not checked
 */
export function findLifeIssues(
  name: string,
  { since, until, becomes, fallback }: Life,
  others: Others
): LifeIssue[] {
  const next = becomes || null
  const reserve = fallback || null
  const found: (LifeIssue | false)[] = [
    next !== null && !others.isKnown(next) && { field: 'becomes', code: 'unknown' },
    next !== null && isCircle(name, next, others) && { field: 'becomes', code: 'circle' },
    reserve !== null && !others.isKnown(reserve) && { field: 'fallback', code: 'unknown' },
    reserve === name && { field: 'fallback', code: 'circle' },
    since != null && until != null && until < since && { field: 'until', code: 'invalid' }
  ]
  return found.filter(each => each !== false)
}

function isCircle(name: string, next: string, { successorOf }: Others): boolean {
  const seen = new Set([name])
  let at: string | null | undefined = next
  while (at != null && !seen.has(at)) {
    seen.add(at)
    at = successorOf(at) ?? findModel(at)?.becomes
  }
  return at != null
}
