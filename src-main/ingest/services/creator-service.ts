import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { ServiceId } from '../../../src-shared/services.ts'
import type { ServiceAccess } from '../../config/config.ts'

/** One form in which a service tells who made a token; its networks stand in the table of services. */
export interface CreatorService {
  readonly id: ServiceId
  /**
   * The creator as the service writes it, unchecked; null where it knows none or answers in another form.
   *
   * @throws AppError `source_unavailable`; the signal's reason when cancelled
   */
  ask(access: ServiceAccess, token: TokenKey, signal: AbortSignal): Promise<string | null>
}
