import ts from 'typescript'
import { parse } from './imports.ts'

/** Maximum number of lines in a function. */
export const MAX_FUNCTION = 60

/** Functions that are longer than the limit, as `file name`. The list may only become shorter. */
export const LONG: ReadonlySet<string> = new Set([
  'src/islands/Chat.tsx Chat',
  'src/islands/ChatDelete.tsx ChatDelete',
  'src/islands/ChatImport.tsx ChatImport',
  'src/islands/ChatMenu.tsx ChatMenu',
  'src/islands/ToolPane.tsx ToolPane',
  'src/islands/TryCall.tsx TryCall',
  'src/islands/tool-acts.ts createActs',
  'src/islands/use-asking.ts useAsking',
  'src/servers/auth/identity.ts identityOptions',
  'src/servers/lib/part.ts app.on',
  'src/servers/lib/part.ts createPartApp',
  'src/stores/feed-line.ts openLine',
  'src/stores/feed.ts createFeed',
  'src/ui/chat/Composer.tsx Composer',
  'src/ui/chat/ConversationMenu.tsx ConversationMenu',
  'src/ui/chat/Lightbox.tsx Lightbox',
  'src/ui/chat/MarkdownBlock.tsx MarkdownBlock',
  'src/ui/chat/MarkdownInline.tsx Inline',
  'src/ui/chat/ModelPicker.tsx ModelPicker',
  'src/ui/chat/ModelSelect.tsx ModelSelect',
  'src/ui/chat/QuestionEditor.tsx QuestionEditor',
  'src/ui/chat/SettingsFields.tsx SettingsFields',
  'src/ui/chat/ShareDialog.tsx ShareDialog',
  'src/ui/player/Player.tsx Player',
  'src/ui/table/FilterField.tsx FilterField',
  'src/ui/table/Filters.tsx Filters',
  'src/ui/table/Table.tsx Table',
  'src/ui/tables/credentials.tsx declared'
])

/** Finds functions with more lines than the limit. @returns each as `file name` */
export function longFunctions(file: string, text: string): string[] {
  const source = parse(text)
  const long: string[] = []
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
    if (ts.isFunctionLike(node) && 'body' in node && lines > MAX_FUNCTION)
      long.push(`${file} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return long
}

/** Returns the name of a function, or of the variable or call that it is written in. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    return parent.name.getText()
  return ts.isCallExpression(parent) ? parent.expression.getText() : ''
}
