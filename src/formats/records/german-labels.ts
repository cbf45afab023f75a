/** The labels of attributes (`attribute-labels.ts`) in German. */
export const GERMAN_LABELS: Record<string, string> = {
  arc_display_name: 'Name',
  arc_display_type: 'Art',
  arc_description: 'Beschreibung',
  arc_serial_number: 'Seriennummer',
  gtin: 'GTIN',
  arc_firmware_version: 'Firmware-Version',
  arc_home_location_identity: 'Stammstandort',
  arc_location_identity: 'Standort',
  arc_primary_image: 'Bild',
  arc_attachments: 'Dateien',
  arc_append_attachments: 'Angefügte Dateien',
  arc_evidence: 'Nachweis',
  arc_correlation_value: 'Zusammenhang',
  arc_corrects_event_identity: 'Berichtigt',
  arc_file_name: 'Dateiname',
  arc_attribute_type: 'Art des Merkmals',
  arc_attachment_identity: 'Kennung der Datei',
  arc_blob_identity: 'Kennung der Datei',
  arc_hash_alg: 'Hash-Verfahren',
  arc_blob_hash_alg: 'Hash-Verfahren',
  arc_hash_value: 'Hash',
  arc_blob_hash_value: 'Hash',
  arc_gis_lat: 'Breitengrad',
  arc_gis_lng: 'Längengrad',
};

/** The titles of operations (`operation-titles.ts`) in German. */
export const GERMAN_OPERATION_TITLES: Record<string, string> = {
  NewAsset: 'Anlage angelegt',
  Attach: 'Dateien angefügt',
  StartTracking: 'Verfolgung begonnen',
  StopTracking: 'Verfolgung beendet',
  Erase: 'Ereignis gelöscht',
};
