/**
 * Returns a text that every database can store: PostgreSQL stores no NUL, which a model may say.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}
