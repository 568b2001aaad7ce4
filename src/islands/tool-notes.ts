// Notes above a tool's results, which few visits need. They load together.
export { PushOffer } from '#islands/PushOffer.tsx'
export { GuestSignUpOffer } from '#ui/tool/GuestKeep.tsx'
