// What a form needs once something has been put into it, in one part that is fetched then.
export { Earlier } from '#ui/tool/Earlier.tsx'
export { FailureNote } from '#ui/tool/FailureNote.tsx'
export { ManyControl } from '#ui/tool/ManyControl.tsx'
export { FileRows } from '#ui/tool/FileRows.tsx'
