import { CHAT_AND_TOOL_VENDORS } from '#core/vendor-names.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Config } from '#servers/config.ts'

/**
 * Checks whether the keys of a vendor at an address are used for tools. A chat key also works for
 * tools at the vendor's own address. At another address, such as a server that only speaks chat, it
 * is used if `MEDIA_ORDER` names the vendor.
 */
export function servesTools(
  { mediaNamed }: Pick<Config, 'mediaNamed'>,
  vendor: string,
  baseURL: string
): boolean {
  const shared = CHAT_AND_TOOL_VENDORS.find(each => each === vendor)
  return shared === undefined || mediaNamed.includes(shared) || baseURL === CHAT_ADDRESSES[shared]
}
