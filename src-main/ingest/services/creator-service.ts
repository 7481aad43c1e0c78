import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { ServiceId } from '../../../src-shared/services.ts'
import type { ServiceAccess } from '../../config/config.ts'

/** One API that names the creator of a token. Its networks are listed in src-shared/services.ts. */
export interface CreatorService {
  readonly id: ServiceId
  /**
   * The creator as the service writes it, not validated; null if it names none or answers in another form.
   *
   * @throws AppError `source_unavailable`; the signal's reason when cancelled
   */
  readCreator(access: ServiceAccess, token: TokenKey, signal: AbortSignal): Promise<string | null>
}
