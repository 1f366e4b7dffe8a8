import { t } from '../../words/t.ts'
import { isOwnMachine } from '../page/address.ts'
import { Popup } from '../ui/Popup.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { rich } from '../ui/rich.ts'

/** The address of this Florin as a code for the camera of a phone. */
export function PhoneCode({ onClose }: { onClose: () => void }) {
  const { origin, hostname } = location
  return (
    <Popup title={t('Florin on your phone')} onClose={onClose}>
      {isOwnMachine(hostname) ? (
        <p>
          {rich(
            'This page is open at <b>{address}</b>, which only this machine can reach. Open Florin at the address that this machine has in your network, and show the code there.',
            { address: origin, b: (words) => <b className="font-medium">{words}</b> },
          )}
        </p>
      ) : (
        <>
          <QrCode
            text={origin}
            label={t('A code with the address {address}', { address: origin })}
            className="mx-auto size-52 rounded-control bg-white"
          />
          <p className="mt-3 text-center">
            {rich(
              'Point the camera at it, or open <b>{address}</b>. Then sign in, and add the page to the home screen.',
              { address: origin, b: (words) => <b className="font-medium break-all">{words}</b> },
            )}
          </p>
        </>
      )}
    </Popup>
  )
}
