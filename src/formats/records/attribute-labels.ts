/** The attribute with the identity of the location where an asset usually is. */
export const HOME_LOCATION = 'arc_home_location_identity';

/**
 * Labels of well-known attributes, in the order in which people look for them. Show the name as well, because authors
 * can choose any name.
 */
export const LABELS: ReadonlyMap<string, string> = new Map([
  ['arc_display_name', 'Name'],
  ['arc_display_type', 'Type'],
  ['arc_description', 'Description'],
  ['arc_serial_number', 'Serial number'],
  ['gtin', 'GTIN'],
  ['arc_firmware_version', 'Firmware version'],
  [HOME_LOCATION, 'Home location'],
  ['arc_location_identity', 'Location'],
  ['arc_primary_image', 'Image'],
  ['arc_attachments', 'Files'],
  ['arc_append_attachments', 'Files added'],
  ['arc_evidence', 'Evidence'],
  ['arc_correlation_value', 'Correlation'],
  ['arc_corrects_event_identity', 'Corrects'],
  ['arc_file_name', 'File name'],
  ['arc_attribute_type', 'Kind of attribute'],
  ['arc_attachment_identity', 'Identity of the file'],
  ['arc_blob_identity', 'Identity of the file'],
  ['arc_hash_alg', 'Hash algorithm'],
  ['arc_blob_hash_alg', 'Hash algorithm'],
  ['arc_hash_value', 'Hash'],
  ['arc_blob_hash_value', 'Hash'],
  ['arc_gis_lat', 'Latitude'],
  ['arc_gis_lng', 'Longitude'],
]);
