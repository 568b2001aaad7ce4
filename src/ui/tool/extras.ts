// Parts that a form needs only after the first input; they load together at that time.
export { EarlierResults } from '#ui/tool/Earlier.tsx'
export { TaskFailure } from '#ui/tool/TaskFailure.tsx'
export { MultiChoiceControl } from '#ui/tool/ManyControl.tsx'
export { FileRows } from '#ui/tool/FileRows.tsx'
