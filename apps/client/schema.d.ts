// Types of the API, generated from its OpenAPI document by: npx node apps/client/generate.ts
export interface paths {
  '/v2/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List assets
     * @description Returns the assets that the caller may read, newest first or in the order of `order_by`. Without `tracked`, only tracked assets. Responds with 206 if there are more results than the server limit and the query has no `page_size`. For members of the tenancy.
     */
    get: operations['listAssets'];
    put?: never;
    /**
     * Create an asset
     * @description Creates the asset and its first event, `NewAsset`. Responds with 402 if the quota of the tenancy is reached, or for KHIPU if it is not enabled for the tenancy. For members of the tenancy.
     */
    post: operations['createAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an asset
     * @description Returns the asset with its current attributes, or with those at `at_time`. The caller sees the attributes that the access policies permit. For members of the tenancy.
     */
    get: operations['getAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of an asset
     * @description Responds with 404 if the asset is not public. For members of the tenancy.
     */
    get: operations['getAssetPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events of all assets
     * @description Returns the events that the caller may read, newest first. Responds with 206 if there are more results than the server limit and the query has no `page_size`. For members of the tenancy.
     */
    get: operations['listAllEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of an asset
     * @description Returns the events that the caller may read, newest first. Responds with 206 if there are more results than the server limit and the query has no `page_size`. For members of the tenancy.
     */
    get: operations['listEvents'];
    put?: never;
    /**
     * Create an event of an asset
     * @description Records an event: appends it to the history of the asset and applies its `asset_attributes`. Events cannot be changed; administrators can erase their content. With a `Record-Id`, a request can be repeated at any later time, also after days without a network. For members of the tenancy.
     */
    post: operations['createEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event
     * @description Returns the event with the attributes that the access policies permit. For members of the tenancy.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the proof of an event
     * @description The document contains everything that is needed to verify the event without the service. The form `log` is for callers who may read the event, also of other tenancies. It shows nothing of other events, and no hash that tests guesses of what the caller may not read. Responds with 404 until the event is in the log. In the form `window`, the proof of a SIMPLE_HASH event contains all events of its window, so it is for administrators of the tenancy; that of a KHIPU event is for callers who may read the whole event; MERKLE_LOG events have none. It responds with 404 until the event is recorded on the blockchain. For members of the tenancy.
     */
    get: operations['getEventProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:receipt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the receipt of an event
     * @description Proves that the event is in the log of the tenancy that owns it: for callers who may read the event, also of other tenancies. `GET /v1/logs/{log}/keys` has the key. Responds with 404 until the event is in the log, which takes less than a second unless the log is being rebuilt. For members of the tenancy.
     */
    get: operations['getEventReceipt'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:tlogproof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the tlog-proof of an event
     * @description The same proof as the receipt as text, with a checkpoint of the log, which also proves the size: the one with the most cosignatures of witnesses that includes the event, or without such a one the latest. Responds with 404 until the event is in the log. For members of the tenancy.
     */
    get: operations['getEventTlogProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of an event
     * @description Responds with 404 if the asset is not public. For members of the tenancy.
     */
    get: operations['getEventPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search assets by words
     * @description Finds assets by the words of their attributes that are text, such as `arc_display_name`, `arc_display_type` and `arc_description`. Best match first; of equal matches, the asset that was created last. Attributes that the caller may not read neither match nor change the order. If a word has more matches than one search reads, `complete` is false and the response has a part of them: add a word. Without `tracked`, only tracked assets. For members of the tenancy.
     */
    get: operations['searchAssets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{asset_uuid}/events/{uuid}:erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase an event
     * @description Deletes the attributes and principals of the event, and everything from which they could be computed. This cannot be undone. The event stays in the history with its times and its chain hash, and with `erased`; its receipts keep verifying. Another event of the asset, with the operation Erase, records who erased it and why. Blobs that only erased events name are deleted, and exports of the tenancy that may have the event. Erasing an erased event has no effect and returns it. Responds with 409 while the event sets a current attribute of the asset (CURRENT_VALUE) or is not yet covered by an anchored root of the log (NOT_ANCHORED), and for an event that records an erasure (ERASURE_EVENT); with 400 for an event with an unsalted chain hash unless `accept_unsalted_chain_hash` is true. For administrators of the tenancy.
     */
    post: operations['eraseEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/-/events:feed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the events of the tenancy
     * @description Returns the events of the tenancy that the caller may read, in the order of its log, and a cursor to continue: no event is missed or repeated. An event is in the feed when it is in the log, normally within a second. With `wait`, the request waits for an event. With `Accept: text/event-stream`, the response is a stream of Server-Sent Events, whose ids are cursors; it continues after `Last-Event-ID`. Each event is redacted by the policies at the time of reading. A stream ends with the event `end` when its token expires or the caller loses its rights, and after one hour. Events that other tenancies share are not in the feed. Responds with 410 if another log replaces that of the cursor: start again without a cursor. Responds with 429 for more than 32 streams, or more than 64 waiting requests, of a tenancy. For members of the tenancy.
     */
    get: operations['getEventFeed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/{uuid}:history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the complete history of an asset
     * @description Proves which events the asset has in the log of the tenancy that owns it, and that none is left out: for callers who may read an event of it, also of other tenancies. Events that are hidden from the caller or erased are leaf hashes. It is as of the last map of the log, which is at most `COMPLETENESS_SECONDS` old unless nothing was recorded since, or as of `at_time`; later events are not in it. Responds with 404 until a map covers an event, and to callers who may read no event of the asset. For members of the tenancy.
     */
    get: operations['getAssetHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create up to 1,000 assets
     * @description Creates each asset with its first event, `NewAsset`. At most 1,000 items and 4 MiB, in JSON or JSON Lines. The response has one result for each item, in their order: a refused item does not affect the others. The header `retry-after` is present if items failed temporarily (429 or 503); send these again. Each item counts against the rate limit like a request. With an `Idempotency-Key` for the batch or for its items, a repeated batch adds nothing. For members of the tenancy.
     */
    post: operations['createAssetBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets/-/events:batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create up to 1,000 events of any assets
     * @description Appends events to the histories of assets that the caller may write to; those of one asset keep their order. At most 1,000 items and 4 MiB, in JSON or JSON Lines. The response has one result for each item, in their order: a refused item does not affect the others. The header `retry-after` is present if items failed temporarily (429 or 503); send these again. Each item counts against the rate limit like a request. With an `Idempotency-Key` for the batch or for its items, a repeated batch adds nothing. For members of the tenancy.
     */
    post: operations['createEventBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to an asset
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD, unless `allow_insecure` is true. For members of the tenancy.
     */
    get: operations['getAssetAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to an asset
     * @description The hash, size, media type and scan result of the file. For members of the tenancy.
     */
    get: operations['getAssetAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to an event
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD, unless `allow_insecure` is true. For members of the tenancy.
     */
    get: operations['getEventAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/assets/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to an event
     * @description The hash, size, media type and scan result of the file. For members of the tenancy.
     */
    get: operations['getEventAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to a public asset
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD. For anyone, without a token.
     */
    get: operations['getPublicAssetAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to a public asset
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD. For anyone, without a token.
     *
     *     An alias of `/v2/attachments/publicassets/{asset_uuid}/{uuid}`.
     */
    get: operations['getPublicAssetAttachmentShortPath'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to a public asset
     * @description The hash, size, media type and scan result of the file. The fields that name the uploader are empty. For anyone, without a token.
     */
    get: operations['getPublicAssetAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to a public asset
     * @description The hash, size, media type and scan result of the file. The fields that name the uploader are empty. For anyone, without a token.
     *
     *     An alias of `/v2/attachments/publicassets/{asset_uuid}/{uuid}/info`.
     */
    get: operations['getPublicAssetAttachmentInfoShortPath'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to an event of a public asset
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD. For anyone, without a token.
     */
    get: operations['getPublicEventAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/events/{event_uuid}/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file that is attached to an event of a public asset
     * @description The file must be named by an attachment attribute of the record. Range and conditional requests are supported. Responds with 400 if the file is SCANNED_BAD. For anyone, without a token.
     *
     *     An alias of `/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}`.
     */
    get: operations['getPublicEventAttachmentShortPath'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to an event of a public asset
     * @description The hash, size, media type and scan result of the file. The fields that name the uploader are empty. For anyone, without a token.
     */
    get: operations['getPublicEventAttachmentInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments/{asset_uuid}/events/{event_uuid}/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file that is attached to an event of a public asset
     * @description The hash, size, media type and scan result of the file. The fields that name the uploader are empty. For anyone, without a token.
     *
     *     An alias of `/v2/attachments/publicassets/{asset_uuid}/events/{event_uuid}/{uuid}/info`.
     */
    get: operations['getPublicEventAttachmentInfoShortPath'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a file
     * @description The body is a multipart form with the field `file`. The media type is detected from the bytes. The file is scanned for malware once a day; attach it to an asset or event by its identity and hash. For members of the tenancy.
     */
    post: operations['createBlob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file
     * @description For administrators of the tenancy and the uploader; others download it as an attachment. Range and conditional requests are supported. For members of the tenancy.
     */
    get: operations['getBlob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs/{uuid}/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of a file
     * @description The hash, size, media type and scan result of the file. For members of the tenancy.
     */
    get: operations['getBlobInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a public asset
     * @description Returns the asset with its current attributes, or with those at `at_time`. Responds to browsers with a page. For anyone, without a token.
     */
    get: operations['getPublicAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a public asset
     * @description Returns the asset with its current attributes, or with those at `at_time`. Responds to browsers with a page. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{uuid}`.
     */
    get: operations['getPublicAssetUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of a public asset
     * @description Accepts the UUID of the identity in public responses. For anyone, without a token.
     */
    get: operations['getPublicAssetPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of a public asset
     * @description Accepts the UUID of the identity in public responses. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{uuid}:publicurl`.
     */
    get: operations['getPublicAssetPublicUrlUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}:history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the complete history of a public asset
     * @description Proves which events the asset has in the log of all public events, and that none is left out. Principals are blank, and erased events are leaf hashes. Responds with 404 until a map of the log covers an event. For anyone, without a token.
     */
    get: operations['getPublicAssetHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}:history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the complete history of a public asset
     * @description Proves which events the asset has in the log of all public events, and that none is left out. Principals are blank, and erased events are leaf hashes. Responds with 404 until a map of the log covers an event. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{uuid}:history`.
     */
    get: operations['getPublicAssetHistoryUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events of all public assets
     * @description Newest first, or in the order of `order_by`; principals are blank. Responds with 206 if there are more results than the server limit and the query has no `page_size`. For anyone, without a token.
     */
    get: operations['listAllPublicEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/-/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events of all public assets
     * @description Newest first, or in the order of `order_by`; principals are blank. Responds with 206 if there are more results than the server limit and the query has no `page_size`. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/-/events`.
     */
    get: operations['listAllPublicEventsUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/-/events:feed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the events of all public assets
     * @description Returns the events of all public assets in the order of the log of public events, and a cursor to continue: no event is missed or repeated. Principals are blank. An event is in the feed when it is in the log, normally within a second. With `wait`, the request waits for an event. There are no streams. Responds with 410 if another log replaces that of the cursor: start again without a cursor. Responds with 429 for more than 4 waiting requests of an address, or more than 64 of all callers. For anyone, without a token.
     */
    get: operations['getPublicEventFeed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/-/events:feed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the events of all public assets
     * @description Returns the events of all public assets in the order of the log of public events, and a cursor to continue: no event is missed or repeated. Principals are blank. An event is in the feed when it is in the log, normally within a second. With `wait`, the request waits for an event. There are no streams. Responds with 410 if another log replaces that of the cursor: start again without a cursor. Responds with 429 for more than 4 waiting requests of an address, or more than 64 of all callers. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/-/events:feed`.
     */
    get: operations['getPublicEventFeedUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a public asset
     * @description Newest first, or in the order of `order_by`; principals are blank. Responds to browsers with a page, and with 206 if there are more results than the server limit and the query has no `page_size`. For anyone, without a token.
     */
    get: operations['listPublicEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{uuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a public asset
     * @description Newest first, or in the order of `order_by`; principals are blank. Responds to browsers with a page, and with 206 if there are more results than the server limit and the query has no `page_size`. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{uuid}/events`.
     */
    get: operations['listPublicEventsUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event of a public asset
     * @description Principals are blank. Responds to browsers with a page. For anyone, without a token.
     */
    get: operations['getPublicEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event of a public asset
     * @description Principals are blank. Responds to browsers with a page. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}`.
     */
    get: operations['getPublicEventUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of an event of a public asset
     * @description Accepts the UUIDs of the identity in public responses. For anyone, without a token.
     */
    get: operations['getPublicEventPublicUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:publicurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public address of an event of a public asset
     * @description Accepts the UUIDs of the identity in public responses. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl`.
     */
    get: operations['getPublicEventPublicUrlUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the proof of an event of a public asset
     * @description The document contains everything that is needed to verify the event without the service: in the form `log`, its entry in the log of all public events; in the form `window`, the anchor of all public events of its window. KHIPU proofs of the form `window` name people, so they are not public: 403. Responds with 404 until the event is in the log, or its window on the blockchain. For anyone, without a token.
     */
    get: operations['getPublicEventProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the proof of an event of a public asset
     * @description The document contains everything that is needed to verify the event without the service: in the form `log`, its entry in the log of all public events; in the form `window`, the anchor of all public events of its window. KHIPU proofs of the form `window` name people, so they are not public: 403. Responds with 404 until the event is in the log, or its window on the blockchain. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:proof`.
     */
    get: operations['getPublicEventProofUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:receipt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the receipt of an event of a public asset
     * @description Proves that the event is in the log of all public events. `GET /v1/logs/public/keys` has the key. Responds with 404 until the event is in the log, which takes less than a second unless the log is being rebuilt. For anyone, without a token.
     */
    get: operations['getPublicEventReceipt'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:receipt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the receipt of an event of a public asset
     * @description Proves that the event is in the log of all public events. `GET /v1/logs/public/keys` has the key. Responds with 404 until the event is in the log, which takes less than a second unless the log is being rebuilt. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:receipt`.
     */
    get: operations['getPublicEventReceiptUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets/{asset_uuid}/events/{uuid}:tlogproof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the tlog-proof of an event of a public asset
     * @description The same proof as the receipt as text, with a checkpoint of the log, which also proves the size: the one with the most cosignatures of witnesses that includes the event, or without such a one the latest. Responds with 404 until the event is in the log. For anyone, without a token.
     */
    get: operations['getPublicEventTlogProof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/publicassets/{asset_uuid}/events/{uuid}:tlogproof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the tlog-proof of an event of a public asset
     * @description The same proof as the receipt as text, with a checkpoint of the log, which also proves the size: the one with the most cosignatures of witnesses that includes the event, or without such a one the latest. Responds with 404 until the event is in the log. For anyone, without a token.
     *
     *     An alias of `/v2/publicassets/{asset_uuid}/events/{uuid}:tlogproof`.
     */
    get: operations['getPublicEventTlogProofUnversioned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/a/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open the address on a label
     * @description Every asset has a label with this address. Browsers get the public page of a public asset. For all other UUIDs the response is the same, whether there is such an asset or not: that one must sign in to see it. The longer address is a GS1 Digital Link with the same response; its GTIN and serial number are not looked up. For anyone, without a token.
     */
    get: operations['getLabel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/a/{uuid}/01/{gtin}/21/{serial}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open the address on a label
     * @description Every asset has a label with this address. Browsers get the public page of a public asset. For all other UUIDs the response is the same, whether there is such an asset or not: that one must sign in to see it. The longer address is a GS1 Digital Link with the same response; its GTIN and serial number are not looked up. For anyone, without a token.
     *
     *     An alias of `/a/{uuid}`.
     */
    get: operations['getLabelGs1'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List locations
     * @description A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations. The list is newest first, or by name. Administrators of the tenancy see all of its locations, others those that are shared with them. For members of the tenancy.
     */
    get: operations['listLocations'];
    put?: never;
    /**
     * Create a location
     * @description A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations. Responds with 402 if the quota of the tenancy is reached. For administrators of the tenancy.
     */
    post: operations['createLocation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a location
     * @description A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations. For members of the tenancy.
     */
    get: operations['getLocation'];
    put?: never;
    post?: never;
    /**
     * Delete a location
     * @description A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations. For administrators of the tenancy.
     */
    delete: operations['deleteLocation'];
    options?: never;
    head?: never;
    /**
     * Update a location
     * @description A location is a place that assets refer to by `arc_home_location_identity`. Locations can be shared with users and other organizations. Fields that are not in the body keep their values, unless `mask` names them. For administrators of the tenancy.
     */
    patch: operations['updateLocation'];
    trace?: never;
  };
  '/v2/locations/{uuid}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who a location is shared with
     * @description Only the tenancy that owns the location may read its permissions. For administrators and auditors of the tenancy.
     */
    get: operations['getLocationPermissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Replace who a location is shared with
     * @description The users and organizations in the list can read the location. Of an organization these are its administrators, while both tenancies have imported each other as subjects. For administrators of the tenancy.
     */
    patch: operations['updateLocationPermissions'];
    trace?: never;
  };
  '/v1/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List templates
     * @description A template helps people to record an event of one type: it says what to fill in, and which attributes the event has then. The service does not compare events with templates: applications record what they like. The list is newest first, or by name. For members of the tenancy.
     */
    get: operations['listTemplates'];
    put?: never;
    /**
     * Create a template
     * @description A template helps people to record an event of one type: it says what to fill in, and which attributes the event has then. The service does not compare events with templates: applications record what they like. A tenancy can have 100 templates; then the response is 402. For administrators of the tenancy.
     */
    post: operations['createTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a template
     * @description A template helps people to record an event of one type: it says what to fill in, and which attributes the event has then. The service does not compare events with templates: applications record what they like. For members of the tenancy.
     */
    get: operations['getTemplate'];
    put?: never;
    post?: never;
    /**
     * Delete a template
     * @description A template helps people to record an event of one type: it says what to fill in, and which attributes the event has then. The service does not compare events with templates: applications record what they like. For administrators of the tenancy.
     */
    delete: operations['deleteTemplate'];
    options?: never;
    head?: never;
    /**
     * Update a template
     * @description A template helps people to record an event of one type: it says what to fill in, and which attributes the event has then. The service does not compare events with templates: applications record what they like. Fields that are not in the body keep their values, unless `mask` names them. For administrators of the tenancy.
     */
    patch: operations['updateTemplate'];
    trace?: never;
  };
  '/v1/compliance_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List compliance policies
     * @description A compliance policy states what must hold for the events or attributes of the assets that match its filter. The list is newest first, or by name. For members of the tenancy.
     */
    get: operations['listCompliancePolicies'];
    put?: never;
    /**
     * Create a compliance policy
     * @description A compliance policy states what must hold for the events or attributes of the assets that match its filter. Responds with 402 if the quota of the tenancy is reached. The fields that each `compliance_type` requires are described there. Policies cannot be changed. For administrators of the tenancy.
     */
    post: operations['createCompliancePolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a compliance policy
     * @description A compliance policy states what must hold for the events or attributes of the assets that match its filter. For members of the tenancy.
     */
    get: operations['getCompliancePolicy'];
    put?: never;
    post?: never;
    /**
     * Delete a compliance policy
     * @description A compliance policy states what must hold for the events or attributes of the assets that match its filter. Responds with the deleted record. Earlier results, asked for with `compliant_at`, still take it into account. For administrators of the tenancy.
     */
    delete: operations['deleteCompliancePolicy'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who is told what is due
     * @description Whether the caller gets mails, and how early the tenancy is told. An extension of this service. For members of the tenancy.
     */
    get: operations['getComplianceNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change who is told what is due
     * @description Fields that are absent are not changed. An extension of this service. For members of the tenancy.
     */
    patch: operations['updateComplianceNotices'];
    trace?: never;
  };
  '/v1/compliance/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the compliance of assets
     * @description The own assets of the tenancy that the caller may see and to which a compliance policy applies: those that are not compliant first, and then by due date. A job of the service evaluates them, normally within a minute after an event, a due date or a change of a policy; `evaluated_at` says up to when. A page can have fewer assets than `page_size`, and even none, although another one follows. Assets that other tenancies share are evaluated one by one. An extension of this service. For members of the tenancy.
     */
    get: operations['listCompliance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/assets/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the compliance status of an asset
     * @description Evaluates the compliance policies of the tenancy that existed at that time and match the asset as it was then. Responds with 206 if there are more statements than the server limit. For members of the tenancy.
     */
    get: operations['getCompliance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List exports
     * @description Returns the exports of the tenancy, newest first, without their files. For administrators and auditors of the tenancy.
     */
    get: operations['listExports'];
    put?: never;
    /**
     * Export the records of the tenancy
     * @description Starts a long-running operation: read the export until `done` is true. The export has the tenancy's own assets with all events that were accepted before, their proofs by the log, policies, locations and, with `blobs`, files; not what other tenancies share. The rights of the caller apply until it is finished. Erasing an event that it may contain deletes its files. Responds with 429 if 2 exports are running, or if the tenancy has the maximum number of exports with files. For administrators of the tenancy.
     */
    post: operations['createExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an export
     * @description Returns the progress of the export and, once it is finished, its files, with an address for downloads that is valid for an hour. For administrators and auditors of the tenancy.
     */
    get: operations['getExport'];
    put?: never;
    post?: never;
    /**
     * Delete an export
     * @description Deletes the files of the export, and ends its job if it is running. For administrators of the tenancy.
     */
    delete: operations['deleteExport'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports/{uuid}/files/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file of an export
     * @description The query parameter `token` of `download_url` replaces the header with a token. Range and conditional requests are supported. Responds with 412 if the file does not have the entity tag of `if-match`, with 404 until the export is finished, and with 410 once its files are deleted. For administrators and auditors of the tenancy.
     */
    get: operations['getExportFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs/{log}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of a log
     * @description The last signed tree of the log, and the log that it replaces. The log of public events is for anyone. That of a tenancy is for its administrators, for its applications with the permission `auditor`, and for all who may read at least one of its events, of this tenancy or of another one; all others get 404. Responds with 404 while the log has no entries, and with 410 if another log replaces it; the details of the error have its id. The token is optional: without one, for what is public.
     */
    get: operations['getLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs/{log}/checkpoint': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the checkpoint of a log
     * @description The last signed tree of the log as a signed note, with the cosignatures of witnesses that have cosigned this tree. Witnesses are asked every minute, so the last tree of a log that grows often has none: `cosigned=true` asks for the latest checkpoint that at least one witness has cosigned, with all of its cosignatures, and 404 without such a checkpoint. The log of public events is for anyone. That of a tenancy is for its administrators, for its applications with the permission `auditor`, and for all who may read at least one of its events, of this tenancy or of another one; all others get 404. The token is optional: without one, for what is public.
     */
    get: operations['getLogCheckpoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs/{log}/tile/{tile}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a tile or a bundle of entries of a log
     * @description Serves the tiles of the tree and, with the level `entries`, its entries, as C2SP tlog-tiles says: full ones, and those of every width up to that of the current tree; also of a log that was replaced. Responds with 404 for a path that is not that of a tile, and for a tile that the tree does not have. Those of the public log are for anyone. Those of a tenancy are for its administrators, and for its applications with the permission `auditor`; other readers of its checkpoint get 403. The token is optional: without one, for what is public.
     */
    get: operations['getLogTile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs/{log}:consistency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a consistency proof of a log
     * @description Proves that the tree of size `from` is the beginning of the tree of size `to`. The log of public events is for anyone. That of a tenancy is for its administrators, for its applications with the permission `auditor`, and for all who may read at least one of its events, of this tenancy or of another one; all others get 404. The token is optional: without one, for what is public.
     */
    get: operations['getLogConsistency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs/{log}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the keys of a log
     * @description The public keys that verify checkpoints (`vkey`) and receipts (`jwk`), with their periods of use. A key that replaced another one has what shows this: the first checkpoint with its entry in the log, which both keys have signed, and the entry with its inclusion proof in this tree. Those of a log that was replaced are served as well. The log of public events is for anyone. That of a tenancy is for its administrators, for its applications with the permission `auditor`, and for all who may read at least one of its events, of this tenancy or of another one; all others get 404. The token is optional: without one, for what is public.
     */
    get: operations['getLogKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the transactions behind an event
     * @description For a SIMPLE_HASH event, the anchor of its window; for a KHIPU event, its own transaction, and for the first event also that of the creation of the asset; for a MERKLE_LOG event, the first anchor of the log of its tenancy that covers it. For members of the tenancy.
     */
    get: operations['getBlockchainTransactions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets/{asset_uuid}/events/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the transactions behind an event of a public asset
     * @description For a SIMPLE_HASH event, the public anchor of its window; for a KHIPU event its own transactions, without the preimages, which name people; for a MERKLE_LOG event, the first anchor of the public log that covers it. For anyone, without a token.
     */
    get: operations['getPublicBlockchainTransactions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List access policies
     * @description An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on the assets that match its filters. The list is newest first, or by name. For administrators and auditors of the tenancy.
     */
    get: operations['listAccessPolicies'];
    put?: never;
    /**
     * Create an access policy
     * @description An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on the assets that match its filters. Responds with 402 if the quota of the tenancy is reached. For administrators of the tenancy.
     */
    post: operations['createAccessPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an access policy
     * @description An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on the assets that match its filters. For administrators and auditors of the tenancy.
     */
    get: operations['getAccessPolicy'];
    put?: never;
    post?: never;
    /**
     * Delete an access policy
     * @description An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on the assets that match its filters. The permissions end with the next request of the users concerned. For administrators of the tenancy.
     */
    delete: operations['deleteAccessPolicy'];
    options?: never;
    head?: never;
    /**
     * Update an access policy
     * @description An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on the assets that match its filters. Fields that are not in the body keep their values, unless `mask` names them. The change applies to the next request of the users concerned. For administrators of the tenancy.
     */
    patch: operations['updateAccessPolicy'];
    trace?: never;
  };
  '/iam/v1/access_policies/{uuid}/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the assets that an access policy matches
     * @description Returns the assets whose current attributes match the filters, newest first. Assets that other organizations share are matched by the attributes that they share. For administrators and auditors of the tenancy.
     */
    get: operations['listAssetsOfAccessPolicy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/assets/{uuid}/access_policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the access policies that match an asset
     * @description Returns the policies of the tenancy, newest first. Policies match the current attributes of the asset, also with `at_time`. For administrators and auditors of the tenancy.
     */
    get: operations['listAccessPoliciesOfAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/assets/{uuid}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who can read and write an asset
     * @description Returns the people, applications and partners with any right on an asset of the tenancy, and for each attribute and type of event the policies that grant it. Callers with the same rights are one group. For administrators and auditors of the tenancy.
     */
    get: operations['getAssetAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/assets/{uuid}:view': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an asset as somebody else reads it
     * @description Returns the asset and its events as a person or an application of the tenancy reads them, or the administrators of a partner; without `as`, as the caller does. For administrators and auditors of the tenancy.
     */
    get: operations['getAssetView'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subjects
     * @description A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed. The list is newest first, or by name. For administrators and auditors of the tenancy.
     */
    get: operations['listSubjects'];
    put?: never;
    /**
     * Create a subject
     * @description A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed. The subject is CONFIRMED once the other organization has imported the own tenancy too. For administrators of the tenancy.
     */
    post: operations['createSubject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a subject
     * @description A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed. For administrators and auditors of the tenancy.
     */
    get: operations['getSubject'];
    put?: never;
    post?: never;
    /**
     * Delete a subject
     * @description A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed. Records are no longer shared with the organization. For administrators of the tenancy.
     */
    delete: operations['deleteSubject'];
    options?: never;
    head?: never;
    /**
     * Update a subject
     * @description A subject is another organization, imported with its public keys, with which records can be shared. `subjects/00000000-0000-0000-0000-000000000000` is the own tenancy and cannot be changed. Fields that are not in the body keep their values, unless `mask` names them. For administrators of the tenancy.
     */
    patch: operations['updateSubject'];
    trace?: never;
  };
  '/iam/v1/appidp/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange client credentials for an access token
     * @description The client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). The client authenticates with form fields or with HTTP Basic. Errors have the body of RFC 6749, section 5.2. For applications, with their client credentials.
     */
    post: operations['issueToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/appidpv1/.well-known/openid-configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenID Connect configuration of the issuer
     * @description OpenID Connect Discovery for the tokens that the service issues to applications. For anyone, without a token.
     */
    get: operations['getOpenIdConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/appidpv1/.well-known/jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public keys of the issuer
     * @description The keys with which the signatures of tokens of applications can be verified (RFC 7517). For anyone, without a token.
     */
    get: operations['getJwks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List applications
     * @description An application is a machine identity: its client id and secret are exchanged for access tokens. The list is newest first, or by name. For administrators and auditors of the tenancy.
     */
    get: operations['listApplications'];
    put?: never;
    /**
     * Create an application
     * @description An application is a machine identity: its client id and secret are exchanged for access tokens. Responds with 402 if the quota of the tenancy is reached. The response is the only one that contains the secret. A new application is not an administrator. For administrators of the tenancy.
     */
    post: operations['createApplication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an application
     * @description An application is a machine identity: its client id and secret are exchanged for access tokens. For administrators and auditors of the tenancy.
     */
    get: operations['getApplication'];
    put?: never;
    post?: never;
    /**
     * Delete an application
     * @description An application is a machine identity: its client id and secret are exchanged for access tokens. Its tokens are rejected from then on, and its webhooks are disabled. The last administrator of a tenancy cannot be deleted. For administrators of the tenancy.
     */
    delete: operations['deleteApplication'];
    options?: never;
    head?: never;
    /**
     * Update an application
     * @description An application is a machine identity: its client id and secret are exchanged for access tokens. Fields that are not in the body keep their values, unless `mask` names them. Changed claims appear in the tokens that are issued from then on. Changed permissions take effect with the next request. For administrators of the tenancy.
     */
    patch: operations['updateApplication'];
    trace?: never;
  };
  '/iam/v1/applications/{uuid}:regenerate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Regenerate the secret of an application
     * @description The response is the only one that contains the new secret. Tokens that were issued with the old secret stay valid until they expire. The old secret is rejected from now on, or from `previous_valid_until`; until then `credentials` has both, the new one first. For administrators of the tenancy.
     */
    post: operations['regenerateApplicationSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing_keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List signing keys
     * @description With a signing key, a member or an application signs the events that they record, so that others need not trust the operator for who the author is. Only its owner has the private key. The list is newest first, or by name. For members of the tenancy.
     */
    get: operations['listSigningKeys'];
    put?: never;
    /**
     * Create a signing key
     * @description With a signing key, a member or an application signs the events that they record, so that others need not trust the operator for who the author is. Only its owner has the private key. Enrols a key of the caller: the log of the tenancy gets an entry with its thumbprint. A key can be enrolled once in a tenancy, otherwise the response is 409; a caller can enrol 100 keys, then it is 402. A member gets a mail about it. For members of the tenancy.
     */
    post: operations['createSigningKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing_keys/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a signing key
     * @description With a signing key, a member or an application signs the events that they record, so that others need not trust the operator for who the author is. Only its owner has the private key. For members of the tenancy.
     */
    get: operations['getSigningKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing_keys/{uuid}:revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a signing key
     * @description For the owner of the key and for administrators. Statements that it has signed are refused from then on; events that were recorded before keep theirs. The log of the tenancy gets an entry. A key that is revoked stays as it is. For members of the tenancy.
     */
    post: operations['revokeSigningKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the users of the tenancy
     * @description The people who are members of the tenancy, newest first. For administrators and auditors of the tenancy.
     */
    get: operations['listUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a user of the tenancy
     * @description Returns the roles of the user and how they became a member. For administrators and auditors of the tenancy.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /**
     * Remove a user from the tenancy
     * @description Also ends the role of administrator. The next request of the user is rejected. Callers cannot remove themselves. For administrators of the tenancy.
     */
    delete: operations['removeUser'];
    options?: never;
    head?: never;
    /**
     * Make a user of the tenancy an auditor
     * @description An auditor reads what administrators read, and changes nothing, also if access policies name them. Takes effect with their next request. For administrators of the tenancy.
     */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/v1/tenancies/users/{uuid}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what a user of the tenancy may read and write
     * @description Returns the roles of the user, and the policies that name them with what these grant. For administrators and auditors of the tenancy.
     */
    get: operations['getUserAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users/{uuid}:recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link by which a user signs in again
     * @description For a user with passkeys who has lost a device. The link can be used once within 24 hours to enrol a passkey; a new one ends the one before. Passkeys that are not kept are removed at once, with their sessions. For administrators of the tenancy.
     */
    post: operations['createRecoveryLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users/{uuid}:endsessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the sessions of a user
     * @description In all browsers, also for a member of several tenancies. Their next requests are refused, and field pages delete the assets that they keep. The user can sign in again: to prevent that, remove the user or the passkeys. For administrators of the tenancy.
     */
    post: operations['endUserSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tenancies of the caller
     * @description A member of several tenancies selects one for each request with the header `x-tenant`. For anyone with a token, also without a tenancy.
     */
    get: operations['listOwnTenancies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invites
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. The list is newest first, or by name. For administrators and auditors of the tenancy.
     */
    get: operations['listInvites'];
    put?: never;
    /**
     * Create an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. Responds with 402 if the quota of the tenancy is reached. Sends the invitation e-mail if the deployment has a mail service. Responds with 409 if the person is a member or already invited. For administrators of the tenancy.
     */
    post: operations['createInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invites
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. The list is newest first, or by name. For administrators and auditors of the tenancy.
     *
     *     An alias of `/v1/invites`.
     */
    get: operations['listInvitesUnderIam'];
    put?: never;
    /**
     * Create an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. Responds with 402 if the quota of the tenancy is reached. Sends the invitation e-mail if the deployment has a mail service. Responds with 409 if the person is a member or already invited. For administrators of the tenancy.
     *
     *     An alias of `/v1/invites`.
     */
    post: operations['createInviteUnderIam'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. For administrators and auditors of the tenancy.
     */
    get: operations['getInvite'];
    put?: never;
    post?: never;
    /**
     * Delete an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. The person can no longer accept it. For administrators of the tenancy.
     */
    delete: operations['deleteInvite'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. For administrators and auditors of the tenancy.
     *
     *     An alias of `/v1/invites/{uuid}`.
     */
    get: operations['getInviteUnderIam'];
    put?: never;
    post?: never;
    /**
     * Delete an invite
     * @description An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and omitted from responses once it has expired. The person can no longer accept it. For administrators of the tenancy.
     *
     *     An alias of `/v1/invites/{uuid}`.
     */
    delete: operations['deleteInviteUnderIam'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}:link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link that accepts an invite with a passkey
     * @description For a person whom you show the link or its QR code: whoever has it becomes the invited person. It can be used once, until the invite expires. The mail of the invite has a link of its own. For administrators of the tenancy.
     */
    post: operations['createInviteLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}:link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link that accepts an invite with a passkey
     * @description For a person whom you show the link or its QR code: whoever has it becomes the invited person. It can be used once, until the invite expires. The mail of the invite has a link of its own. For administrators of the tenancy.
     *
     *     An alias of `/v1/invites/{uuid}:link`.
     */
    post: operations['createInviteLinkUnderIam'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}:offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what an invite offers
     * @description For the invited person, before they accept: who invites them to which tenancy. For anyone with a token, also without a tenancy.
     */
    get: operations['getInviteOffer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}:offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what an invite offers
     * @description For the invited person, before they accept: who invites them to which tenancy. For anyone with a token, also without a tenancy.
     *
     *     An alias of `/v1/invites/{uuid}:offer`.
     */
    get: operations['getInviteOfferUnderIam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites/{uuid}:accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invite
     * @description Makes the caller a member of the tenancy and deletes the invite. The caller is the invited person, with a token of their identity provider whose verified e-mail address is that of the invite. For anyone with a token, also without a tenancy.
     */
    post: operations['acceptInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites/{uuid}:accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invite
     * @description Makes the caller a member of the tenancy and deletes the invite. The caller is the invited person, with a token of their identity provider whose verified e-mail address is that of the invite. For anyone with a token, also without a tenancy.
     *
     *     An alias of `/v1/invites/{uuid}:accept`.
     */
    post: operations['acceptInviteUnderIam'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/root_principals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the administrators of the tenancy
     * @description The people and applications with the role `Administrator`. For administrators and auditors of the tenancy.
     */
    get: operations['getRootPrincipals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Replace the administrators of the tenancy
     * @description The list replaces the former one and must contain the caller. An application is named by the issuer of the service and its `client_id` as subject. For administrators of the tenancy.
     */
    patch: operations['replaceRootPrincipals'];
    trace?: never;
  };
  '/v1/tenancies/administrators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the administrators of the tenancy
     * @description The people and applications with the role `Administrator`. For administrators and auditors of the tenancy.
     */
    get: operations['getAdministrators'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Replace the administrators of the tenancy
     * @description The list replaces the former one and must contain the caller. An application is named by the issuer of the service and its `client_id` as subject. For administrators of the tenancy.
     */
    patch: operations['replaceAdministrators'];
    trace?: never;
  };
  '/v1/tenancies/self/domain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the domain of the tenancy, and the record that verifies one
     * @description To verify a domain, read this with `domain`, publish the record in its DNS, and verify it with `:verify`. Nothing is stored until then. An extension of this service. For administrators and auditors of the tenancy.
     */
    get: operations['getTenancyDomain'];
    put?: never;
    post?: never;
    /**
     * Remove the verified domain of the tenancy
     * @description Public pages then show only the name of the tenancy. Idempotent. An extension of this service. For administrators of the tenancy.
     */
    delete: operations['removeTenancyDomain'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/self/domain:verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify a domain of the tenancy by its DNS
     * @description Looks up the TXT record of the domain. If it is published, the domain replaces the one before and is shown on public pages. Responds with 409 if the record is missing, and with 503 if the DNS resolver does not answer. The service looks the record up again from time to time and withdraws the domain when it has been missing for 72 hours. Each call counts as 500 requests. An extension of this service. For administrators of the tenancy.
     */
    post: operations['verifyTenancyDomain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/self': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the tenancy of the caller
     * @description A member of several tenancies selects one with the header `x-tenant`. For members of the tenancy.
     */
    get: operations['getTenancy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the tenancy of the caller
     * @description Changes its name, and the proof mechanism of new assets whose creation names none, also in batches and imports, and the types of assets whose events must be signed. Responds with 402 for KHIPU if it is not enabled for the tenancy. For administrators of the tenancy.
     */
    patch: operations['updateTenancy'];
    trace?: never;
  };
  '/v1/tenancies/tenantid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the identity of the tenancy of the caller
     * @description `issuer` and `subject` may be given to check that they are those of the caller. For members of the tenancy.
     */
    get: operations['getTenantId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/{uuid}:publicinfo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public information about a tenancy
     * @description The identity and the verified domain, for readers of public records. For anyone, without a token.
     */
    get: operations['getTenancyPublicInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/whoami': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who the caller is
     * @description The principal of the token, the roles in the tenancy of the request, and what access policies of the tenancy let the caller write. For members of the tenancy.
     */
    get: operations['whoami'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the identity providers for people
     * @description The OpenID Connect providers with which people sign in, for clients that use the authorization code flow with PKCE, and whether people can sign in with passkeys. For anyone, without a token.
     */
    get: operations['listIssuers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the sessions of the caller
     * @description The browsers in which the caller is signed in, at most 10, the one used last first. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    get: operations['listSessions'];
    put?: never;
    /**
     * Sign in with a browser
     * @description Starts a session and sets its cookie, which scripts cannot read. Further requests have the cookie and the header `x-csrf-token`, and need no token. A session of the same browser ends. A person or an application has at most 10 sessions; one more ends the oldest. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the session of the browser
     * @description For a page that was loaded again: returns the CSRF token of the session. The header `x-csrf-token` may have any value here. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    get: operations['getSession'];
    put?: never;
    post?: never;
    /**
     * Sign out
     * @description Ends the session of the browser, in all of its tabs, and deletes the cookie; with the token of a command line, its session. Does nothing if it has ended already. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    delete: operations['deleteSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions/current:delegate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a command line act as the person
     * @description Starts a session of the person of the browser for a command line, with the limits of other sessions, and at most until that of the browser expires. Its bearer token is `evidence_<verifier>_<code>`. For people; applications have credentials. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createCommandLineSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session of the caller
     * @description For a device that was lost or forgotten. Its next request is refused, and a field page deletes the assets that it keeps. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions:key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make or open the key that encrypts what a device keeps
     * @description For the field page, which encrypts records that wait on the device. Without a body, makes a key. With `wrapped_key`, opens it if it was sealed for the same caller in the same tenancy. Only in a session of a browser, not with a token. The service stores no key. For members of the tenancy.
     */
    post: operations['createDeviceKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys/challenges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start to sign in with a passkey
     * @description Returns the options of `navigator.credentials.get`. Their challenge is valid for 300 seconds and can be answered once, by the field `passkey` of a new session. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createPasskeyChallenge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys/enrolments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start to enrol a passkey with a link
     * @description Says what the link is for and returns the options of `navigator.credentials.create`. Does not use the link. Their challenge is valid for as long as one to sign in. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createPasskeyEnrolment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys:enrol': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enrol a passkey with a link
     * @description Uses the link: the person accepts the invite, or becomes an administrator, or has one more passkey. Starts a session as `createSession` does. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the passkeys of the caller
     * @description The caller is a person who signs in with passkeys, at most 20, the oldest first. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    get: operations['listPasskeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey of the caller
     * @description Ends the sessions that were started with it. Responds with 409 for the only passkey, unless the request has `last=true`: afterwards an administrator must recover the access. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    delete: operations['deletePasskey'];
    options?: never;
    head?: never;
    /**
     * Rename a passkey of the caller
     * @description Changes its name only. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    patch: operations['updatePasskey'];
    trace?: never;
  };
  '/iam/v1/passkeys:link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link to enrol another device of the caller
     * @description The link can be used once within ten minutes. A new link ends the one before. For pages on the origin of the service, with the header `x-csrf-token`.
     */
    post: operations['createDeviceLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit log
     * @description The changes to the tenancy and its collections, newest first. Events of assets are not in it: these are their own record. For administrators and auditors of the tenancy.
     */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on behalf of an application. The list is newest first, or by name. For administrators of the tenancy.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Create a webhook
     * @description A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on behalf of an application. The response is the only one that contains the secret, and that to a request which repeats its Idempotency-Key before the webhook is changed. Events that are recorded from then on are sent. Responds with 429 if the tenancy has the maximum number of webhooks. For administrators of the tenancy.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a webhook
     * @description A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on behalf of an application. For administrators of the tenancy.
     */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on behalf of an application. Deliveries that wait and the delivery log are deleted. A request that is being sent is the last one. For administrators of the tenancy.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Update a webhook
     * @description A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on behalf of an application. Fields that are not in the body keep their values, unless `mask` names them. Deliveries that wait are sent to the new address. Enabling sends them now. For administrators of the tenancy.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/v1/webhooks/{uuid}:test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test to a webhook
     * @description Queues a delivery of the type `webhook.test`, also for a webhook that is not enabled. It is sent once; the delivery log has the result. Responds with 429 while ten tests wait. For administrators of the tenancy.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{uuid}:redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events to a webhook again
     * @description Sends the event of a delivery again, or all events since a time that meet the filters. The header `webhook-id` has the same value as before, so a receiver that deduplicates by it must forget the id first. The events show what the application may see now. For administrators of the tenancy.
     */
    post: operations['redeliverWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{uuid}:rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook
     * @description The response is the only one that contains the new secret. Until `previous_secret_valid_until`, the header `webhook-signature` has a signature by each of both secrets, the new one first. A secret before the replaced one no longer signs. For administrators of the tenancy.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{uuid}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook
     * @description Returns the last 1,000 attempts to deliver an event or a test, newest first. For administrators of the tenancy.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List imports
     * @description Returns the imports of devices from IoT hubs, newest first. For administrators of the tenancy.
     */
    get: operations['listIotHubImports'];
    put?: never;
    /**
     * Import the devices of an IoT hub as assets
     * @description Starts a long-running operation: read the import until `done` is true. A device that was imported before keeps its asset. For administrators of the tenancy.
     */
    post: operations['createIotHubImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an import
     * @description Returns the progress of the import, or how it ended. For administrators of the tenancy.
     */
    get: operations['getIotHubImport'];
    put?: never;
    post?: never;
    /**
     * Delete an import
     * @description Removes the import from responses. An import that is still running continues unless it is cancelled first. For administrators of the tenancy.
     */
    delete: operations['deleteIotHubImport'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr/{uuid}:cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an import
     * @description Assets that were already imported stay. An import that has ended is not changed. For administrators of the tenancy.
     */
    post: operations['cancelIotHubImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List message-bus sources
     * @description Newest first. Responses do not contain connection strings. For administrators of the tenancy.
     */
    get: operations['listBusSources'];
    put?: never;
    /**
     * Create a message-bus source
     * @description Subscribes to the queue and records the device state changes that arrive as events. A failing connection is shown in `status` and retried. Responds with 429 if the tenancy has the maximum number of sources. For administrators of the tenancy.
     */
    post: operations['createBusSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a message-bus source
     * @description `status` shows the state of the subscription. For administrators of the tenancy.
     */
    get: operations['getBusSource'];
    put?: never;
    post?: never;
    /**
     * Delete a message-bus source
     * @description Ends the subscription and responds with the deleted source. Events that it recorded stay. For administrators of the tenancy.
     */
    delete: operations['deleteBusSource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List TLS CA certificates
     * @description A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says. The list is newest first, or by name. For administrators and auditors of the tenancy.
     */
    get: operations['listTlsCaCertificates'];
    put?: never;
    /**
     * Create a TLS CA certificate
     * @description A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says. Responds with 402 if the quota of the tenancy is reached. Responds with 400 unless the PEM contains one CA certificate that is currently valid. For administrators of the tenancy.
     */
    post: operations['createTlsCaCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a TLS CA certificate
     * @description A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says. For administrators and auditors of the tenancy.
     */
    get: operations['getTlsCaCertificate'];
    put?: never;
    post?: never;
    /**
     * Delete a TLS CA certificate
     * @description A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says. For administrators of the tenancy.
     */
    delete: operations['deleteTlsCaCertificate'];
    options?: never;
    head?: never;
    /**
     * Update a TLS CA certificate
     * @description A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says. Fields that are not in the body keep their values, unless `mask` names them. Only `display_name` can be changed. For administrators of the tenancy.
     */
    patch: operations['updateTlsCaCertificate'];
    trace?: never;
  };
  '/v1/caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quotas of the tenancy
     * @description How many records of each kind the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quotas of the tenancy with their limits
     * @description The same as `/v1/caps`, with the quotas also as 32-bit integers in `limits`. For administrators and auditors of the tenancy.
     */
    get: operations['getTenancyCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of access_policies
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getAccessPoliciesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of applications
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getApplicationsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of assets
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getAssetsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of blobs
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getBlobsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of compliance_policies
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getCompliancePoliciesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of invites
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getInvitesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of invites
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     *
     *     An alias of `/v1/invites:caps`.
     */
    get: operations['getInvitesCapsUnderIam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of locations
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getLocationsCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the quota of tls_ca_certificates
     * @description How many records the tenancy may have, and how many more it can create. For administrators and auditors of the tenancy.
     */
    get: operations['getTlsCaCertificatesCaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of the blockchain node
     * @description Responds with 200 and `UNREACHABLE` if the node does not respond. For members of the tenancy.
     */
    get: operations['getNode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of the blockchain node
     * @description Responds with 200 and `UNREACHABLE` if the node does not respond. For members of the tenancy.
     *
     *     An alias of `/v1/node`.
     */
    get: operations['getNodeUnderArchivistnode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node/block': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a block
     * @description Selects the block by `hash` or `number`; without either, the latest block. For members of the tenancy.
     */
    get: operations['getBlock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode/block': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a block
     * @description Selects the block by `hash` or `number`; without either, the latest block. For members of the tenancy.
     *
     *     An alias of `/v1/node/block`.
     */
    get: operations['getBlockUnderArchivistnode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tenancies with their state and usage
     * @description Returns at most 100 tenancies; continue with `next`. For the operator of the deployment.
     */
    get: operations['listTenants'];
    put?: never;
    /**
     * Create a tenancy with an administrator application
     * @description The response is the only one that contains the secret. A repeated `tenant_identity` creates no tenancy, ignores the name, and regenerates the secret of its first application: so people get in again who have lost their rights. If the application was deleted or is no administrator any more, it is one again. Responds with 409 for a deleted tenancy. For the operator of the deployment.
     */
    post: operations['createTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link by which a person becomes an administrator
     * @description Whoever opens the link enrols a passkey and is an administrator of the tenancy. It can be used once within ten minutes; a new one ends the one before. Responds with 404 if people do not sign in with passkeys, or if the first application of the tenancy was deleted. For the operator of the deployment.
     */
    post: operations['createAdministratorLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a tenancy with its state and usage
     * @description As in the list. For the operator of the deployment.
     */
    get: operations['getTenant'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set whether a tenancy may create KHIPU assets
     * @description Existing assets are not affected. If the tenancy may no longer create KHIPU assets and KHIPU was its default, the default is SIMPLE_HASH again. For the operator of the deployment.
     */
    patch: operations['updateTenant'];
    trace?: never;
  };
  '/operator/v1/fsck': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check ledgers
     * @description Checks hash chains, current states, index rows, quota counts, logs with their maps and time stamps, and whether the database has all acknowledged changes. Erases the events again that are in the erasure register and have content, because the database was restored. One request checks a limited number of events and needs a limited number of statements; continue with `next`. For the operator of the deployment.
     */
    post: operations['fsck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/database:accept-loss': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept that the database has lost changes
     * @description For use after a backup was restored that lacks acknowledged changes: the service continues from what the database has, in a new epoch, and the lost changes stay lost. Does nothing if no change is missing. For the operator of the deployment.
     */
    post: operations['acceptLoss'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/windows:reopen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove anchor windows that end in the future
     * @description For use after the clock was fast: until such a window ends, no events are accepted in its scope. The events are anchored again; a former anchor stays on the blockchain, and the log names it. Does nothing if no window ends in the future. For the operator of the deployment.
     */
    post: operations['reopenWindows'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/logs/{uuid}:end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a log that cannot continue
     * @description For a log whose stored leaves were damaged, so that the service has stopped it with an alarm. Another log replaces it; its first entry names the last size and root that were signed. Verifiers see the break. Responds with 404 for a log that has ended. For the operator of the deployment.
     */
    post: operations['endLog'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/log-keys:rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the keys that sign logs
     * @description Within a minute, each log names the new keys in an entry with its next event; the checkpoint of that entry is signed by the old and the new key. Call it regularly, or when a key may be known to others. For the operator of the deployment.
     */
    post: operations['rotateLogKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/readiness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of each part of the service
     * @description For the operator, when `GET /healthz` or an alarm reports a problem. Responds with 200 whatever the state: read `status`. A part that does not respond within 5 seconds is failing, and its numbers are 0. For the operator of the deployment.
     */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/alarms:test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Raise an alarm to test whether alarms arrive
     * @description The alarm is logged, counted, and sent to `ALARM_WEBHOOK_URL` and `ALARM_MAIL_TO`, at most once in 10 seconds. The log says if it could not be sent. For the operator of the deployment.
     */
    post: operations['createTestAlarm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a tenancy
     * @description Its records can be read as before, also by partners and the public, and nobody changes them: writes respond with 403. No token is issued to its applications; tokens that exist can read until they expire. Its logs and anchors continue. Does nothing if it is suspended. For the operator of the deployment.
     */
    post: operations['suspendTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a suspended tenancy
     * @description Does nothing if the tenancy is not suspended. Responds with 409 if it was deleted or will be. For the operator of the deployment.
     */
    post: operations['resumeTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete a tenancy after a waiting period
     * @description Suspends the tenancy, and deletes it after `TENANCY_DELETION_DAYS`: its people, applications, policies, webhooks, sources and exports. Its evidence stays: assets, events, files, logs and audit entries. Does nothing if the deletion was requested before. For the operator of the deployment.
     */
    post: operations['deleteTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:undelete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel the deletion of a tenancy
     * @description The tenancy stays suspended. Responds with 409 once the deletion has begun. For the operator of the deployment.
     */
    post: operations['undeleteTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tenants/{uuid}:export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Export the records of a tenancy
     * @description Starts the same job as an administrator of the tenancy, with the rights of one of them, also while the tenancy is suspended. Read the export until it is finished. Responds with 409 if the tenancy has no administrator, and with 429 while an export is running. For the operator of the deployment.
     */
    post: operations['exportTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/exports/{uuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an export of a tenancy
     * @description The address of the manifest leads to all files: replace its name with theirs. For the operator of the deployment.
     */
    get: operations['getTenantExport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check the health of the service
     * @description For monitoring. Responds with 503 while the database lacks changes that were acknowledged, because it was restored to an earlier state: nothing is committed until an operator restores the changes or accepts the loss. For anyone, without a token.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read metrics for Prometheus
     * @description For the operator: Prometheus sends the operator secret as a Bearer token. Counters are the sums of all isolates, each of which is at most 10 seconds behind. For the operator of the deployment.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Assets and events"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getAssetsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/assets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Assets and events"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getAssetsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Attachments"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getAttachmentsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/attachments:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Attachments"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getAttachmentsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Blobs"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getBlobsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/blobs:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Blobs"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getBlobsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Public assets"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getPublicAssetsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/publicassets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Public assets"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getPublicAssetsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Locations"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getLocationsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/locations:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Locations"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getLocationsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Templates of events"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getTemplatesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Templates of events"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getTemplatesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Compliance policies"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getCompliancePoliciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance_policies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Compliance policies"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getCompliancePoliciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Compliance of assets"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getComplianceOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Compliance of assets"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getComplianceOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Exports"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getExportsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Exports"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getExportsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Transparency logs"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getLogsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logs:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Transparency logs"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getLogsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Blockchain transactions"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getBlockchainOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/assets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Blockchain transactions"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getBlockchainOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Blockchain transactions of public assets"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getPublicBlockchainOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1alpha2/blockchain/publicassets:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Blockchain transactions of public assets"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getPublicBlockchainOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Access policies"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getAccessPoliciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/access_policies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Access policies"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getAccessPoliciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Subjects"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getSubjectsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/subjects:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Subjects"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getSubjectsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/appidp:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Application identity provider"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getAppIdpOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/appidp:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Application identity provider"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getAppIdpOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Applications"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getApplicationsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/applications:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Applications"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getApplicationsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing_keys:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Keys with which authors sign"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getSigningkeysOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing_keys:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Keys with which authors sign"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getSigningkeysOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Users"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getUsersOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies/users:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Users"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getUsersOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Tenancies of the caller"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getOwnTenanciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Tenancies of the caller"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getOwnTenanciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Invites"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getInvitesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Invites"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     *
     *     An alias of `/v1/invites:openapi`.
     */
    get: operations['getInvitesOpenApiUnderIam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invites:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Invites"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getInvitesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/invites:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Invites"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     *
     *     An alias of `/v1/invites:openapi-ui`.
     */
    get: operations['getInvitesOpenApiUiUnderIam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Tenancies"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getTenanciesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tenancies:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Tenancies"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getTenanciesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Issuers"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getIssuersOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/issuers:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Issuers"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getIssuersOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Sessions of the console"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getSessionsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/sessions:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Sessions of the console"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getSessionsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Passkeys"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getPasskeysOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iam/v1/passkeys:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Passkeys"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getPasskeysOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Audit"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getAuditOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Audit"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getAuditOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Webhooks"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getWebhooksOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Webhooks"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getWebhooksOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "IoT hub imports"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getIotHubImportsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/iothubgdr:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "IoT hub imports"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getIotHubImportsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Message-bus sources"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getBusSourcesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/svcbussources:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Message-bus sources"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getBusSourcesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "TLS CA certificates"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getTlsCaCertificatesOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tlscacertificates:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "TLS CA certificates"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getTlsCaCertificatesOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/caps:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Quotas"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getCapsOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/caps:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Quotas"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getCapsOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Node"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getNodeOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "Node"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     *
     *     An alias of `/v1/node:openapi`.
     */
    get: operations['getNodeOpenApiUnderArchivistnode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Node"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getNodeOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/archivistnode:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "Node"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     *
     *     An alias of `/v1/node:openapi-ui`.
     */
    get: operations['getNodeOpenApiUiUnderArchivistnode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1:openapi': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 2.0 document of the group "The operator's operations"
     * @description The operations of the group in the format of Swagger 2.0. For members of the tenancy.
     */
    get: operations['getOperatorOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1:openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI page of the group "The operator's operations"
     * @description The reference of the group as HTML, in which the operations can be tried. For members of the tenancy.
     */
    get: operations['getOperatorOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the OpenAPI 3.1 document of the service
     * @description All operations of the service. For anyone, without a token.
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi-ui': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the API reference of the service
     * @description The reference of the whole API as HTML, or of one group. For anyone, without a token.
     */
    get: operations['getOpenApiUi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    ErrorBody: {
      /** @description gRPC status code of the error */
      code: number;
      /** @description What went wrong, for people; programs read `code` and `details` */
      message: string;
      /** @description Details by type: the id of the request, for a 400 the rejected fields, for a 410 what replaces the resource, and for a 429 or 503 when to retry */
      details: (
        | components['schemas']['RequestInfoDetail']
        | components['schemas']['BadRequestDetail']
        | components['schemas']['ErrorInfoDetail']
        | components['schemas']['RetryInfoDetail']
      )[];
    };
    RequestInfoDetail: {
      /**
       * @description Type of this entry of `details`
       * @enum {string}
       */
      '@type': 'type.googleapis.com/google.rpc.RequestInfo';
      /** @description Id of the request in the logs, as in the header `x-request-id` */
      request_id: string;
    };
    BadRequestDetail: {
      /**
       * @description Type of this entry of `details`
       * @enum {string}
       */
      '@type': 'type.googleapis.com/google.rpc.BadRequest';
      /** @description Every field of the request that was rejected */
      field_violations: {
        /** @description Path of the field in the request, such as `filters[0].or[1]` */
        field: string;
        /** @description What is wrong with the field and what is accepted */
        description: string;
      }[];
    };
    ErrorInfoDetail: {
      /**
       * @description Type of this entry of `details`
       * @enum {string}
       */
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo';
      /** @description Why the request failed, for programs, such as `LOG_REPLACED` */
      reason: string;
      /** @description What belongs to the reason, such as the id of the log that replaces another one */
      metadata: {
        [key: string]: string;
      };
    };
    RetryInfoDetail: {
      /**
       * @description Type of this entry of `details`
       * @enum {string}
       */
      '@type': 'type.googleapis.com/google.rpc.RetryInfo';
      /** @description Time until a retry can succeed: the seconds of `retry-after` and an `s`, such as `10s` */
      retry_delay: string;
    };
    OAuthError: {
      /** @description Error code of RFC 6749, section 5.2 */
      error: string;
      /** @description What went wrong, for people */
      error_description: string;
    };
    AssetList: {
      /** @description The records of this page */
      assets: components['schemas']['Asset'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    Asset: {
      /** @description Identity of the asset: `assets/<uuid>`, in public responses `publicassets/<uuid>` */
      readonly identity: string;
      /** @description Behaviours of the asset; the Builtin operations `Add` and `Remove` change them */
      behaviours: string[];
      attributes: components['schemas']['Attributes'];
      /**
       * @description PENDING at first. A SIMPLE_HASH record is CONFIRMED as soon as it is stored, a KHIPU record when its transaction is mined, a MERKLE_LOG record when a signed checkpoint of the log includes it. FAILED if verification finds that it does not match the ledger
       * @enum {string}
       */
      readonly confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
      /**
       * @description NOT_TRACKED after StopTracking: lists omit the asset unless they ask for it
       * @enum {string}
       */
      readonly tracked: 'TRACKED' | 'NOT_TRACKED';
      /** @description Wallet address of the tenancy that owns the asset (EIP-55 checksum) */
      readonly owner: string;
      /**
       * Format: date-time
       * @description Time that the attributes are from: that of the last event, or the time asked for (RFC 3339, UTC)
       */
      readonly at_time: string;
      /**
       * @description Deprecated, see `proof_mechanism`: LEDGER is KHIPU, TENANT_STORAGE is SIMPLE_HASH or MERKLE_LOG
       * @enum {string}
       */
      storage_integrity: 'TENANT_STORAGE' | 'LEDGER';
      /**
       * @description How events can be proven: SIMPLE_HASH anchors all events of a time window on the blockchain with one hash, KHIPU records each event in a transaction of its own, MERKLE_LOG relies on the transparency log that includes it
       * @enum {string}
       */
      proof_mechanism: 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
      /** @description Id of the blockchain that the events are recorded on */
      chain_id: string;
      /** @description Whether anyone can read the asset without a token; fixed at creation */
      public: boolean;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant_identity: string;
    };
    /** @description Current attributes, or those at `at_time`; names that start with `arc_` have a defined meaning */
    Attributes: {
      [key: string]:
        | string
        | {
            [key: string]: string;
          }
        | {
            [key: string]: string;
          }[];
    };
    CreateAsset: {
      /** @description Behaviours of the asset; `Builtin` and `AssetCreator` are always added. Default: RecordEvidence */
      behaviours?: (
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate'
      )[];
      /** @description Attributes of the asset */
      attributes?: components['schemas']['Attributes'];
      /**
       * @description How events can be proven: SIMPLE_HASH anchors all events of a time window on the blockchain with one hash, KHIPU records each event in a transaction of its own, MERKLE_LOG relies on the transparency log that includes it. Default, and PROOF_MECHANISM_UNSPECIFIED: that of the tenancy, which is SIMPLE_HASH unless it was changed
       * @enum {string}
       */
      proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
      /**
       * @deprecated
       * @description Deprecated in favor of `proof_mechanism`, which it must not contradict. Alone, LEDGER means KHIPU, and TENANT_STORAGE the default mechanism of the tenancy, or SIMPLE_HASH if that is KHIPU
       * @enum {string}
       */
      storage_integrity?: 'TENANT_STORAGE' | 'LEDGER';
      /** @description true: anyone can read the asset and its events without a token, permanently */
      public?: boolean;
      /** @description Id of the blockchain; only that of the deployment is accepted */
      chain_id?: string | number;
      /** @description Rejected with 400: access policies are resources of their own */
      access_policy?: Record<string, never>;
    };
    PublicUrl: {
      /**
       * Format: uri
       * @description Address at which anyone can read the public record
       */
      publicurl: string;
    };
    EventList: {
      /** @description The records of this page */
      events: components['schemas']['AssetEvent'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    AssetEvent: {
      /** @description Identity of the event: `assets/<uuid>/events/<uuid>`, in public responses `publicassets/<uuid>/events/<uuid>` */
      readonly identity: string;
      /** @description Identity of the asset that the event belongs to */
      readonly asset_identity: string;
      event_attributes: components['schemas']['Attributes'] & unknown;
      asset_attributes: components['schemas']['Attributes'] & unknown;
      /** @description What happened, such as `Record`; the service itself records `NewAsset` */
      operation: string;
      /** @description Behaviour that the operation belongs to, such as `RecordEvidence` or `Builtin` */
      behaviour: string;
      /**
       * Format: date-time
       * @description When the event happened, as the client declared it; the time of acceptance if it declared none (RFC 3339, UTC)
       */
      timestamp_declared: string;
      /**
       * Format: date-time
       * @description When the service accepted the event (RFC 3339, UTC)
       */
      readonly timestamp_accepted: string;
      /**
       * Format: date-time
       * @description When the event was confirmed: stored (SIMPLE_HASH), mined (KHIPU) or appended to the log (MERKLE_LOG); 1970-01-01T00:00:00Z until then (RFC 3339, UTC)
       */
      readonly timestamp_committed: string;
      /** @description Who did it, as the client declared it; the caller if it declared nobody */
      principal_declared: {
        /** @description Issuer of the token: the address of an identity provider */
        issuer: string;
        /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
        subject: string;
        /** @description Name, shown to people */
        display_name: string;
        /** @description E-mail address; empty for an application */
        email: string;
      };
      /** @description Who created the event, by their token; blank in public responses */
      readonly principal_accepted: {
        /** @description Issuer of the token: the address of an identity provider */
        issuer: string;
        /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
        subject: string;
        /** @description Name, shown to people */
        display_name: string;
        /** @description E-mail address; empty for an application */
        email: string;
      };
      /**
       * @description PENDING at first. A SIMPLE_HASH record is CONFIRMED as soon as it is stored, a KHIPU record when its transaction is mined, a MERKLE_LOG record when a signed checkpoint of the log includes it. FAILED if verification finds that it does not match the ledger
       * @enum {string}
       */
      readonly confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
      /** @description Hash of the transaction that recorded the event on the blockchain: that of its anchor (SIMPLE_HASH) or its own (KHIPU); empty until then, and for MERKLE_LOG */
      readonly transaction_id: string;
      /** @description Number of the block with the transaction; 0 until then */
      readonly block_number: number;
      /** @description Index of the transaction in its block */
      readonly transaction_index: number;
      /** @description Wallet address of the tenancy that created the event (EIP-55 checksum) */
      readonly from: string;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant_identity: string;
      /** @description Where the transparency log has the event. Only in the response to a read of one event, if its mechanism is MERKLE_LOG and the log includes it */
      readonly log_entry?: {
        /**
         * Format: uuid
         * @description UUID of the log: that of the tenancy, in public responses that of all public events
         */
        log: string;
        /** @description Index of the entry in the log */
        index: number;
        /** @description Size of the latest signed tree of the log, which includes the entry */
        size: number;
      };
      /** @description How the event was erased. Only in erased events, whose attributes and principals are empty and cannot be recovered */
      readonly erased?: {
        /**
         * Format: date-time
         * @description When the event was erased (RFC 3339, UTC)
         */
        readonly timestamp: string;
        /** @description Who erased it; blank in public responses */
        principal: {
          /** @description Issuer of the token: the address of an identity provider */
          issuer: string;
          /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
          subject: string;
          /** @description Name, shown to people */
          display_name: string;
          /** @description E-mail address; empty for an application */
          email: string;
        };
        /** @description Why, in the words of the administrator */
        reason: string;
        /** @description Identity of the event that records the erasure */
        event_identity: string;
      };
    };
    CreateEvent: {
      /** @description What happened: an operation of `behaviour`, such as `Record` of RecordEvidence */
      operation: string;
      /** @description Behaviour that the operation belongs to, such as `RecordEvidence` */
      behaviour: string;
      /** @description Attributes of the event itself */
      event_attributes?: components['schemas']['Attributes'];
      /** @description Attributes to set on the asset; those not named keep their values */
      asset_attributes?: components['schemas']['Attributes'];
      /**
       * Format: date-time
       * @description When the event happened (RFC 3339). Default: the time of acceptance
       */
      timestamp_declared?: string;
      /** @description Who did it. Default: the caller */
      principal_declared?: {
        /** @description Address of the identity provider that knows them */
        issuer?: string | null;
        /** @description Their id at the identity provider */
        subject?: string | null;
        /** @description Their name */
        display_name?: string | null;
        /** @description Their e-mail address */
        email?: string | null;
      };
      author_statement?: components['schemas']['AuthorStatement'];
    };
    /** @description What the author signs, if the event is signed: `timestamp_declared` is then required. The same statement sent again, at any later time, returns the first event. 403 if the key is not a valid one of the caller */
    AuthorStatement: {
      /** @description COSE_Sign1 of a signing key of the caller, with a detached payload, base64 */
      signature: string;
      /** @description The payload: a map in deterministic CBOR, base64 */
      payload: string;
      /** @description The seed of the commitments in the payload, base64url of 32 random bytes. No response contains it */
      seed: string;
    };
    EventProof: components['schemas']['EventLogProof'] | components['schemas']['EventWindowProof'];
    EventLogProof: {
      /**
       * @description Format of this document
       * @enum {string}
       */
      format: 'asset-evidence-proof/2';
      /**
       * @description Whose log has the entry: the tenancy that owns the event, or the deployment (all public events, without principals)
       * @enum {string}
       */
      view: 'tenant' | 'public';
      event: components['schemas']['AssetEvent'] & unknown;
      /** @description What the entry has in addition to the event: see docs/log-entries.md */
      entry: {
        /** @description Number of the event in its asset, from 1 */
        sequence: number;
        /** @description Proof mechanism of the asset */
        proof_mechanism: string;
        /** @description Whether the asset is public */
        public: boolean;
        /** @description Salted commitment to the chain hash of the event, in hexadecimal */
        chain_commitment: string;
        /** @description Only if the author has signed the event: digest of the statement, in hexadecimal */
        author_statement?: string;
      };
      /** @description What leads from the attributes and principals to the content commitment of the entry */
      content:
        | {
            /** @description Content seed, base64url: for callers who may read all of the event */
            seed: string;
          }
        | {
            /** @description Salts of the visible attributes and principals, base64url of 16 bytes each */
            salts: string;
            /** @description Commitments of what the caller may not read, base64url of 32 bytes each */
            hidden: string;
          }
        | {
            /** @description Content commitment of an erased event, in hexadecimal */
            commitment: string;
          };
      /** @description Only for callers who may read all of this event and of the event before; if the first event of the asset has an unsalted chain hash or was erased, only for administrators of the tenancy */
      chain_hash?: {
        /** @description Chain hash of the event, in hexadecimal */
        value: string;
        /** @description Salt of the commitment to it, 32 hexadecimal digits */
        salt: string;
      };
      /** @description Index of the entry in the log, from 0 */
      index: number;
      /** @description Inclusion proof (RFC 9162, section 2.1.3.1): base64url of hashes of 32 bytes each */
      path: string;
      /** @description Tree of the log as a signed note (C2SP tlog-checkpoint), with cosignatures of witnesses. Its origin ends with the id of the log */
      checkpoint: string;
      /** @description Only once a transaction with the root of a tree with this event is final */
      anchor?: {
        /** @description Size of the tree whose root the transaction has */
        size: number;
        /** @description Hashes of the inclusion proof in that tree that `path` does not have: base64url of 32 bytes each */
        path: string;
        /** @description Transaction that has the root of the log, and the block that contains it */
        chain: {
          /** @description Id of the blockchain */
          chain_id: string;
          /**
           * @description Whether the deployment runs the blockchain itself or uses an external one
           * @enum {string}
           */
          kind: 'embedded' | 'external';
          /** @description Hash of block 0: 0x and 64 hexadecimal digits */
          genesis_hash: string;
          /** @description Signed transaction, in hexadecimal with 0x */
          transaction: string;
          /** @description Index of the transaction in its block */
          transaction_index: number;
          /** @description Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x */
          inclusion: string[];
          /** @description RLP of the block header, in hexadecimal with 0x */
          block_header: string;
          /** @description Hash of the block header: 0x and 64 hexadecimal digits */
          block_hash: string;
          /** @description Address of the validator that sealed the block; empty on an external chain */
          validator_address: string;
          /** @description RLP of the block headers in which each validator authorizes its successor (EIP-225); only after a rotation of the embedded chain */
          rotations?: string[];
          /** @description How the block was judged final, in words */
          finality: string;
        };
      };
      /** @description Only if the author has signed the event: see docs/statements.md */
      author?: {
        /**
         * Format: byte
         * @description COSE_Sign1 with a detached payload, base64
         */
        signature: string;
        /**
         * Format: byte
         * @description The payload: a map in deterministic CBOR, base64
         */
        payload: string;
        /** @description Seed of the commitments of the statement, base64url: if `content` has the content seed */
        seed?: string;
        /** @description Otherwise: salts of the visible attributes, and of the declared principal if it is signed, base64url of 16 bytes each; empty for an erased event */
        salts?: string;
        key: components['schemas']['SigningKeyJwk'];
        /** @description Entries of the log: enrolment and revocation of the key, if this log has them; the last LOGMAPV1 in the tree that the author has seen; LOGGENESISV1 of a log that replaces another one */
        entries: {
          /** @description Index of the entry in the log */
          index: number;
          /**
           * Format: byte
           * @description The entry, base64
           */
          entry: string;
          /** @description Inclusion proof in the tree of `checkpoint`: base64url of hashes of 32 bytes each */
          path: string;
        }[];
        /** @description Only if the statement names a checkpoint of this log before the event: the consistency proof from it to `checkpoint`, base64url of hashes of 32 bytes each */
        consistency?: string;
      };
      /** @description Only if the event was imported, and its author has signed the original one in another deployment. The key is that of the import: no tenancy of this service needs to have enrolled it */
      imported_author?: {
        /**
         * Format: byte
         * @description COSE_Sign1 with a detached payload, base64
         */
        signature: string;
        /**
         * Format: byte
         * @description The payload: a map in deterministic CBOR, base64
         */
        payload: string;
        /** @description Seed of the commitments of the statement, base64url: if `content` has the content seed */
        seed?: string;
        /** @description Otherwise: salts of the visible attributes, and of the declared principal if it is signed, base64url of 16 bytes each; empty for an erased event */
        salts?: string;
        key: components['schemas']['SigningKeyJwk'];
        /** @description Identity of the original asset, as `imported_asset` of the first event of this one has it */
        asset: string;
      };
      /** @description Only with `stamps=true`: time stamps of trees with this event, the earliest first */
      stamps?: {
        /** @description Size of the tree of the log that is stamped */
        size: number;
        /** @description Hashes of the inclusion proof in that tree that `path` does not have: base64url of 32 bytes each */
        path: string;
        /** @description Salt of the leaf of the log in the stamped tree, base64url */
        salt: string;
        /** @description Index of this leaf */
        index: number;
        /** @description Inclusion proof in the stamped tree: base64url of hashes of 32 bytes each */
        stamp_path: string;
        /**
         * Format: byte
         * @description TimeStampToken (RFC 3161) of the root of the stamped tree, DER in base64
         */
        token: string;
        /** @description Only once the time stamp is renewed: its renewal, then that of the renewal, and so on */
        renewals?: {
          /** @description Index of the leaf of the token before */
          index: number;
          /** @description Inclusion proof of this leaf: base64url of hashes of 32 bytes each */
          path: string;
          /**
           * Format: byte
           * @description TimeStampToken of the root of this tree, DER in base64
           */
          token: string;
        }[];
      }[];
    };
    /** @description The public key as a JWK (RFC 7517) */
    SigningKeyJwk: {
      /**
       * @description EC for ES256, OKP for EdDSA
       * @enum {string}
       */
      kty: 'EC' | 'OKP';
      /**
       * @description The curve
       * @enum {string}
       */
      crv: 'P-256' | 'Ed25519';
      /** @description Coordinate x, base64url of 32 bytes */
      x: string;
      /** @description Coordinate y, base64url of 32 bytes */
      y?: string;
    };
    EventWindowProof: {
      /**
       * @description Format of this document
       * @enum {string}
       */
      format: 'asset-evidence-proof/1';
      /**
       * @description Proof mechanism: SIMPLE_HASH proofs have `anchor` and `events`, KHIPU proofs have `khipu`
       * @enum {string}
       */
      mechanism: 'SIMPLE_HASH' | 'KHIPU';
      /**
       * @description How the events are shown: as to administrators of the tenancy, or as to the public, without principals
       * @enum {string}
       */
      view: 'tenant' | 'public';
      event: components['schemas']['AssetEvent'] & unknown;
      /** @description The anchor of the window that contains the event */
      anchor?: {
        /** @description UUID of the tenancy whose events are anchored; the nil UUID for public events */
        tenant: string;
        /**
         * Format: uri
         * @description Address of the event list that returns the events of the window
         */
        api_query: string;
        /**
         * Format: date-time
         * @description Start of the window, inclusive (RFC 3339, UTC)
         */
        readonly start_time: string;
        /**
         * Format: date-time
         * @description End of the window, exclusive (RFC 3339, UTC)
         */
        readonly end_time: string;
        /** @description Version of the hash schema: 1 is SIMPLEHASHV1 */
        hash_schema_version: number;
        /** @description SHA-256 of all events of the window, in hexadecimal */
        anchor_hash: string;
        /** @description Number of events in the window */
        event_count: number;
      };
      /** @description All events of the window in the order in which they are hashed */
      events?: components['schemas']['AssetEvent'][];
      /** @description What was hashed of the event */
      khipu?: {
        /** @description Version of the format of the preimage */
        schema_version: number;
        /** @description Hash algorithm of `event_hash` */
        hash_alg: string;
        /** @description Hash of the preimage, in hexadecimal */
        event_hash: string;
        /** @description Hash of the previous KHIPU event of the asset; zeros for the first */
        previous_event_hash: string;
        /** @description Number of the event in its asset; 0 in the transaction that records its creation */
        sequence: number;
        /**
         * Format: byte
         * @description The bytes that were hashed: the whole event and its salt
         */
        preimage: string;
      };
      /** @description The transaction on the blockchain, and the block that contains it */
      chain: {
        /** @description Id of the blockchain */
        chain_id: string;
        /**
         * @description Whether the deployment runs the blockchain itself or uses an external one
         * @enum {string}
         */
        kind: 'embedded' | 'external';
        /** @description Hash of block 0: 0x and 64 hexadecimal digits */
        genesis_hash: string;
        /** @description Signed transaction, in hexadecimal with 0x */
        transaction: string;
        /** @description Index of the transaction in its block */
        transaction_index: number;
        /** @description Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x */
        inclusion: string[];
        /** @description RLP of the block header, in hexadecimal with 0x */
        block_header: string;
        /** @description Hash of the block header: 0x and 64 hexadecimal digits */
        block_hash: string;
        /** @description Address of the validator that sealed the block; empty on an external chain */
        validator_address: string;
        /** @description RLP of the block headers in which each validator authorizes its successor (EIP-225); only after a rotation of the embedded chain */
        rotations?: string[];
        /** @description How the block was judged final, in words */
        finality: string;
      };
    };
    AssetMatches: {
      /** @description The records of this page */
      assets: components['schemas']['Asset'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
      /** @description Whether every asset that matches was found. false: a word has more matches than one search reads */
      complete: boolean;
    };
    EraseEvent: {
      /** @description Why the event is erased. It is recorded in an event of the asset, so everyone who may read the asset can read it, and it can never be deleted */
      reason: string;
      /** @description Required to be true for events whose chain hash is of the first version (ASSETCHAINV1): it has no salt and stays, so operators can test guesses of the content with it. Ignored for other events */
      accept_unsalted_chain_hash?: boolean;
    };
    EventPage: {
      /** @description Events in the order of the log. A page can be empty before the end of the log */
      events: components['schemas']['AssetEvent'][];
      /** @description Cursor after this page. If it is the one of the request, there is no further event yet. Empty while the log has no entries */
      next_cursor: string;
    };
    AssetHistory: {
      /**
       * @description Format of this document
       * @enum {string}
       */
      format: 'asset-evidence-history/1';
      /**
       * @description Whose log: that of the tenancy, or of public events
       * @enum {string}
       */
      view: 'tenant' | 'public';
      /** @description The asset */
      asset_identity: string;
      /** @description Tree of the log with the entry of the map, as a signed note with cosignatures */
      checkpoint: string;
      /** @description First entry of the log: its origin and keys, and the log that it replaces */
      genesis: {
        /**
         * Format: byte
         * @description Bytes of the entry, base64
         */
        entry: string;
        /** @description Its inclusion proof: base64url of hashes of 32 bytes each */
        path: string;
      };
      /** @description Last entry LOGMAPV1 of the log: the history is complete up to this entry */
      map: {
        /**
         * Format: byte
         * @description Bytes of the entry, base64
         */
        entry: string;
        /** @description Its inclusion proof: base64url of hashes of 32 bytes each */
        path: string;
      };
      /** @description Path from the asset to the root of the map: base64url of hashes of 32 bytes each */
      path: string;
      /** @description Only with `stamps=true`: time stamps of trees with the map */
      stamps?: {
        /** @description Size of the tree of the log that is stamped */
        size: number;
        /** @description Hashes of the inclusion proof in that tree that `path` does not have: base64url of 32 bytes each */
        path: string;
        /** @description Salt of the leaf of the log in the stamped tree, base64url */
        salt: string;
        /** @description Index of this leaf */
        index: number;
        /** @description Inclusion proof in the stamped tree: base64url of hashes of 32 bytes each */
        stamp_path: string;
        /**
         * Format: byte
         * @description TimeStampToken (RFC 3161) of the root of the stamped tree, DER in base64
         */
        token: string;
        /** @description Only once the time stamp is renewed: its renewal, then that of the renewal, and so on */
        renewals?: {
          /** @description Index of the leaf of the token before */
          index: number;
          /** @description Inclusion proof of this leaf: base64url of hashes of 32 bytes each */
          path: string;
          /**
           * Format: byte
           * @description TimeStampToken of the root of this tree, DER in base64
           */
          token: string;
        }[];
      }[];
      /** @description Number of events of the asset */
      count: number;
      /** @description In the order of the log, each as the caller may see it; only `leaf` of an event that is hidden from the caller or erased */
      events: (
        | {
            /** @description The event as the caller may see it, as far as its entry covers it */
            event: {
              /** @description Identity of the event: `assets/<uuid>/events/<uuid>`, in public responses `publicassets/<uuid>/events/<uuid>` */
              identity: string;
              /** @description Identity of the asset that the event belongs to */
              asset_identity: string;
              event_attributes: components['schemas']['Attributes'] & unknown;
              asset_attributes: components['schemas']['Attributes'] & unknown;
              /** @description What happened, such as `Record`; the service itself records `NewAsset` */
              operation: string;
              /** @description Behaviour that the operation belongs to, such as `RecordEvidence` or `Builtin` */
              behaviour: string;
              /**
               * Format: date-time
               * @description When the event happened, as the client declared it; the time of acceptance if it declared none (RFC 3339, UTC)
               */
              timestamp_declared: string;
              /**
               * Format: date-time
               * @description When the service accepted the event (RFC 3339, UTC)
               */
              readonly timestamp_accepted: string;
              /** @description Who did it, as the client declared it; the caller if it declared nobody */
              principal_declared: {
                /** @description Issuer of the token: the address of an identity provider */
                issuer: string;
                /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
                subject: string;
                /** @description Name, shown to people */
                display_name: string;
                /** @description E-mail address; empty for an application */
                email: string;
              };
              /** @description Who created the event, by their token; blank in public responses */
              principal_accepted: {
                /** @description Issuer of the token: the address of an identity provider */
                issuer: string;
                /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
                subject: string;
                /** @description Name, shown to people */
                display_name: string;
                /** @description E-mail address; empty for an application */
                email: string;
              };
              /** @description Wallet address of the tenancy that created the event (EIP-55 checksum) */
              readonly from: string;
              /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
              readonly tenant_identity: string;
            };
            /** @description What the entry has in addition to the event: see docs/log-entries.md */
            entry: {
              /** @description Number of the event in its asset, from 1 */
              sequence: number;
              /** @description Proof mechanism of the asset */
              proof_mechanism: string;
              /** @description Whether the asset is public */
              public: boolean;
              /** @description Salted commitment to the chain hash of the event, in hexadecimal */
              chain_commitment: string;
              /** @description Only if the author has signed the event: digest of the statement, in hexadecimal */
              author_statement?: string;
            };
            /** @description What leads from the attributes and principals to the content commitment of the entry */
            content:
              | {
                  /** @description Content seed, base64url: for callers who may read all of the event */
                  seed: string;
                }
              | {
                  /** @description Salts of the visible attributes and principals, base64url of 16 bytes each */
                  salts: string;
                  /** @description Commitments of what the caller may not read, base64url of 32 bytes each */
                  hidden: string;
                }
              | {
                  /** @description Content commitment of an erased event, in hexadecimal */
                  commitment: string;
                };
          }
        | {
            /** @description Leaf hash of the entry, in hexadecimal */
            leaf: string;
          }
      )[];
    };
    AssetResults: {
      /** @description One result for each item, in the order of the request: a record or an error */
      results: components['schemas']['AssetResult'][];
    };
    AssetResult: {
      asset?: components['schemas']['Asset'] & unknown;
      error?: components['schemas']['ErrorBody'] & unknown;
    };
    AssetBatch: {
      /** @description The assets to create */
      assets: components['schemas']['BatchAsset'][];
    };
    /** @description An asset to create, as in the request for one asset */
    BatchAsset: {
      /** @description Behaviours of the asset; `Builtin` and `AssetCreator` are always added. Default: RecordEvidence */
      behaviours?: (
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate'
      )[];
      /** @description Attributes of the asset */
      attributes?: components['schemas']['Attributes'];
      /**
       * @description How events can be proven: SIMPLE_HASH anchors all events of a time window on the blockchain with one hash, KHIPU records each event in a transaction of its own, MERKLE_LOG relies on the transparency log that includes it. Default, and PROOF_MECHANISM_UNSPECIFIED: that of the tenancy, which is SIMPLE_HASH unless it was changed
       * @enum {string}
       */
      proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
      /**
       * @deprecated
       * @description Deprecated in favor of `proof_mechanism`, which it must not contradict. Alone, LEDGER means KHIPU, and TENANT_STORAGE the default mechanism of the tenancy, or SIMPLE_HASH if that is KHIPU
       * @enum {string}
       */
      storage_integrity?: 'TENANT_STORAGE' | 'LEDGER';
      /** @description true: anyone can read the asset and its events without a token, permanently */
      public?: boolean;
      /** @description Id of the blockchain; only that of the deployment is accepted */
      chain_id?: string | number;
      /** @description Rejected with 400: access policies are resources of their own */
      access_policy?: Record<string, never>;
      /** @description The `Idempotency-Key` of this item alone: up to 255 printable ASCII characters, without spaces at its ends. Default: follows from the header and the index of the item */
      idempotency_key?: string;
    };
    EventResults: {
      /** @description One result for each item, in the order of the request: a record or an error */
      results: components['schemas']['EventResult'][];
    };
    EventResult: {
      event?: components['schemas']['AssetEvent'] & unknown;
      error?: components['schemas']['ErrorBody'] & unknown;
    };
    EventBatch: {
      /** @description The events to append; those of one asset are appended in this order */
      events: components['schemas']['BatchEvent'][];
    };
    /** @description An event to append, as in the request for one event, with the asset that it belongs to */
    BatchEvent: {
      /** @description What happened: an operation of `behaviour`, such as `Record` of RecordEvidence */
      operation: string;
      /** @description Behaviour that the operation belongs to, such as `RecordEvidence` */
      behaviour: string;
      /** @description Attributes of the event itself */
      event_attributes?: components['schemas']['Attributes'];
      /** @description Attributes to set on the asset; those not named keep their values */
      asset_attributes?: components['schemas']['Attributes'];
      /**
       * Format: date-time
       * @description When the event happened (RFC 3339). Default: the time of acceptance
       */
      timestamp_declared?: string;
      /** @description Who did it. Default: the caller */
      principal_declared?: {
        /** @description Address of the identity provider that knows them */
        issuer?: string | null;
        /** @description Their id at the identity provider */
        subject?: string | null;
        /** @description Their name */
        display_name?: string | null;
        /** @description Their e-mail address */
        email?: string | null;
      };
      author_statement?: components['schemas']['AuthorStatement'];
      /** @description Identity of the asset: `assets/<uuid>` */
      asset_identity: string;
      /** @description The `Idempotency-Key` of this item alone: up to 255 printable ASCII characters, without spaces at its ends. Default: follows from the header and the index of the item */
      idempotency_key?: string;
    };
    BlobMetadata: {
      /** @description Identity of the file: `blobs/<uuid>` */
      readonly identity: string;
      /** @description Hash of the file, for the attachment attributes that refer to it */
      hash: {
        /** @description Hash algorithm: `SHA256` */
        alg: string;
        /** @description Hash of the bytes, in lower-case hexadecimal */
        value: string;
      };
      /** @description Issuer of the token with which the file was uploaded; empty in public responses */
      issuer: string;
      /** @description Media type, detected from the bytes */
      mime_type: string;
      /** @description What the scan found; empty unless `scanned_status` is SCANNED_BAD */
      scanned_bad_reason: string;
      /**
       * @description Result of the malware scan. A SCANNED_BAD file is only downloaded with `allow_insecure=true`
       * @enum {string}
       */
      scanned_status: 'NOT_SCANNED' | 'SCANNED_OK' | 'SCANNED_BAD';
      /** @description When the file was scanned (RFC 3339, UTC); empty before the first scan */
      scanned_timestamp: string;
      /** @description Size in bytes */
      size: number;
      /** @description Subject of the token with which the file was uploaded; empty in public responses */
      subject: string;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenantid: string;
      /**
       * Format: date-time
       * @description When the file was uploaded (RFC 3339, UTC)
       */
      readonly timestamp_accepted: string;
    };
    Label: {
      /** @description The address on the label */
      address: string;
      /** @description Whether anyone may read the asset; false also if there is none */
      public: boolean;
      /** @description Address of its public page */
      publicurl?: string;
    };
    AssetLocation: {
      /** @description Identity of the location: `locations/<uuid>` */
      readonly identity: string;
      /** @description Name of the location, shown to people */
      display_name: string;
      /** @description What is at the location */
      description: string;
      /**
       * Format: double
       * @description Latitude in decimal degrees
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in decimal degrees
       */
      longitude: number;
      attributes: components['schemas']['Attributes'] & unknown;
      /** @description Wallet address of the tenancy (EIP-55 checksum) */
      readonly owner: string;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant: string;
    };
    CreateLocation: {
      /** @description Name of the location, shown to people */
      display_name: string;
      /** @description What is at the location */
      description?: string;
      /** @description Latitude in decimal degrees from -90 to 90, as a number or a string */
      latitude: number | string;
      /** @description Longitude in decimal degrees from -180 to 180, as a number or a string */
      longitude: number | string;
      /** @description Attributes of the location */
      attributes?: components['schemas']['Attributes'];
    };
    PatchLocation: {
      /** @description Name of the location, shown to people */
      display_name?: string;
      /** @description What is at the location */
      description?: string;
      /** @description Latitude in decimal degrees from -90 to 90, as a number or a string */
      latitude?: number | string;
      /** @description Longitude in decimal degrees from -180 to 180, as a number or a string */
      longitude?: number | string;
      /** @description Attributes of the location */
      attributes?: components['schemas']['Attributes'];
    };
    LocationPermissions: {
      /** @description Identity of the location: `locations/<uuid>` */
      readonly location_identity: string;
      /** @description Who the location is shared with */
      permissions: {
        /** @description Who can read the location: organizations as `subjects/<uuid>`, users as `email=…`, `subject=…`, `group=…` or `jwt_<claim>=…`; at most 100 */
        subject_identities: string[];
      };
    };
    PatchLocationPermissions: {
      /** @description Who can read the location: organizations as `subjects/<uuid>`, users as `email=…`, `subject=…`, `group=…` or `jwt_<claim>=…`; at most 100 */
      subject_identities?: string[];
      /** @description The same as `subject_identities` at the top; give one of the two */
      permissions?: {
        /** @description Who can read the location: organizations as `subjects/<uuid>`, users as `email=…`, `subject=…`, `group=…` or `jwt_<claim>=…`; at most 100 */
        subject_identities: string[];
      };
    };
    Template: {
      /** @description Identity of the template: `templates/<uuid>` */
      readonly identity: string;
      /** @description Name of the template, shown to people */
      display_name: string;
      /** @description What the template is for, shown to people who choose one */
      description: string;
      /** @description Values of `arc_display_type` of the assets that the template is for; empty: all assets */
      asset_display_types: string[];
      /** @description Value of `arc_display_type` of the events that are recorded with the template */
      event_display_type: string;
      /** @description What people fill in, in this order */
      fields: components['schemas']['TemplateField'][];
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant: string;
    };
    TemplateField: {
      /** @description Attribute of the event that has the value */
      name: string;
      /** @description What people see instead of the name; empty: the name */
      display_name: string;
      /**
       * @description What the field takes: a text, a number, a date (YYYY-MM-DD), one of `choices`, `yes` or `no`, or a photo, which is attached
       * @enum {string}
       */
      kind: 'TEXT' | 'NUMBER' | 'DATE' | 'CHOICE' | 'YES_NO' | 'PHOTO';
      /** @description The texts to choose from; only of the kind CHOICE */
      choices: string[];
      /** @description Whether people must fill it in, or attach the photo */
      required: boolean;
      /** @description What people read below the field */
      help: string;
      /** @description Attribute of the asset that gets the value as well; empty: none */
      asset_attribute: string;
    };
    CreateTemplate: {
      /** @description Name of the template, shown to people */
      display_name: string;
      /** @description What the template is for, shown to people who choose one */
      description?: string;
      /** @description Values of `arc_display_type` of the assets that the template is for; empty: all assets */
      asset_display_types?: string[];
      /** @description Value of `arc_display_type` of the events that are recorded with the template */
      event_display_type: string;
      /** @description What people fill in, in this order */
      fields?: components['schemas']['CreateTemplateField'][];
    };
    CreateTemplateField: {
      /** @description Attribute of the event that has the value */
      name: string;
      /** @description What people see instead of the name; empty: the name */
      display_name?: string;
      /**
       * @description What the field takes: a text, a number, a date (YYYY-MM-DD), one of `choices`, `yes` or `no`, or a photo, which is attached
       * @enum {string}
       */
      kind: 'TEXT' | 'NUMBER' | 'DATE' | 'CHOICE' | 'YES_NO' | 'PHOTO';
      /** @description The texts to choose from; only of the kind CHOICE */
      choices?: string[];
      /** @description Whether people must fill it in, or attach the photo */
      required?: boolean;
      /** @description What people read below the field */
      help?: string;
      /** @description Attribute of the asset that gets the value as well; empty: none */
      asset_attribute?: string;
    };
    PatchTemplate: {
      /** @description Name of the template, shown to people */
      display_name?: string;
      /** @description What the template is for, shown to people who choose one */
      description?: string;
      /** @description Values of `arc_display_type` of the assets that the template is for; empty: all assets */
      asset_display_types?: string[];
      /** @description Value of `arc_display_type` of the events that are recorded with the template */
      event_display_type?: string;
      /** @description What people fill in, in this order */
      fields?: components['schemas']['CreateTemplateField'][];
    };
    CompliancePolicy: {
      /** @description Identity of the policy: `compliance_policies/<uuid>` */
      readonly identity: string;
      /**
       * @description Rule of the policy. SINCE: the last event is recent enough. CURRENT_OUTSTANDING: every event has a closing event. PERIOD_OUTSTANDING: each was closed in time. DYNAMIC_TOLERANCE: no duration differs too much from the mean. RICHNESS: attributes have required values.
       * @enum {string}
       */
      compliance_type:
        | 'COMPLIANCE_SINCE'
        | 'COMPLIANCE_CURRENT_OUTSTANDING'
        | 'COMPLIANCE_PERIOD_OUTSTANDING'
        | 'COMPLIANCE_DYNAMIC_TOLERANCE'
        | 'COMPLIANCE_RICHNESS';
      /** @description Name of the policy, shown to people */
      display_name: string;
      /** @description What the policy is for */
      description: string;
      /** @description Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`; all groups must hold. Empty: all assets. */
      asset_filter: {
        /** @description Alternatives: at least one string must hold */
        or: string[];
      }[];
      /** @description Value of `arc_display_type` of the events that the policy is about */
      event_display_type: string;
      /** @description Value of `arc_display_type` of the events that close them; pairs have the same `arc_correlation_value` */
      closing_event_display_type: string;
      /**
       * Format: int64
       * @description SINCE: maximum age of the last event. PERIOD_OUTSTANDING: maximum time between a pair. Seconds
       */
      time_period_seconds: string;
      /**
       * Format: int64
       * @description DYNAMIC_TOLERANCE: how far back pairs are taken into account, in seconds
       */
      dynamic_window: string;
      /** @description DYNAMIC_TOLERANCE: accepted deviation from the mean duration, in standard deviations */
      dynamic_variability: number;
      /** @description RICHNESS: assertions `<attribute><operator><value>` with one of = != > < >= <=; all groups must hold */
      richness_assertions: {
        /** @description Alternatives: at least one assertion must hold */
        or: string[];
      }[];
    };
    CreateCompliancePolicy: {
      /**
       * @description Rule of the policy. SINCE: the last event is recent enough. CURRENT_OUTSTANDING: every event has a closing event. PERIOD_OUTSTANDING: each was closed in time. DYNAMIC_TOLERANCE: no duration differs too much from the mean. RICHNESS: attributes have required values.
       * @enum {string}
       */
      compliance_type:
        | 'COMPLIANCE_SINCE'
        | 'COMPLIANCE_CURRENT_OUTSTANDING'
        | 'COMPLIANCE_PERIOD_OUTSTANDING'
        | 'COMPLIANCE_DYNAMIC_TOLERANCE'
        | 'COMPLIANCE_RICHNESS';
      /** @description Name of the policy, shown to people */
      display_name: string;
      /** @description What the policy is for */
      description?: string;
      /** @description Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`; all groups must hold. Empty: all assets. */
      asset_filter?: {
        /** @description Alternatives: at least one must hold */
        or: string[];
      }[];
      /** @description Value of `arc_display_type` of the events that the policy is about */
      event_display_type?: string;
      /** @description Value of `arc_display_type` of the events that close them; pairs have the same `arc_correlation_value` */
      closing_event_display_type?: string;
      /**
       * Format: int64
       * @description SINCE: maximum age of the last event. PERIOD_OUTSTANDING: maximum time between a pair. Seconds
       */
      time_period_seconds?: string;
      /**
       * Format: int64
       * @description DYNAMIC_TOLERANCE: how far back pairs are taken into account, in seconds
       */
      dynamic_window?: string;
      /** @description DYNAMIC_TOLERANCE: accepted deviation from the mean duration, in standard deviations */
      dynamic_variability?: number;
      /** @description RICHNESS: assertions `<attribute><operator><value>` with one of = != > < >= <=; all groups must hold */
      richness_assertions?: {
        /** @description Alternatives: at least one must hold */
        or: string[];
      }[];
    };
    ComplianceNotices: {
      /** @description Whether the caller gets a mail on days on which something has become due */
      mail: boolean;
      /** @description Days before a due date at which the tenancy is told */
      days: number;
    };
    UpdateComplianceNotices: {
      /** @description Only people get mails */
      mail?: boolean;
      /** @description Days before a due date at which the tenancy is told, and at most a quarter of the period. Only administrators may change it */
      days?: number;
    };
    ComplianceList: {
      /** @description The assets of this page */
      assets: components['schemas']['ComplianceOfAsset'][];
      /**
       * Format: date-time
       * @description All events, due dates and policies up to this time are considered; null: the first evaluation is not complete (RFC 3339, UTC)
       */
      evaluated_at: string | null;
      /** @description Whether all assets have been evaluated for the policies of now */
      complete: boolean;
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    ComplianceOfAsset: {
      /** @description Identity of the asset: `assets/<uuid>` */
      asset_identity: string;
      /** @description Its `arc_display_name`; empty if there is none that the caller may read */
      display_name: string;
      /** @description Its `arc_display_type`; empty if there is none that the caller may read */
      display_type: string;
      /** @description Whether the asset is compliant with all policies that apply to it */
      compliant: boolean;
      /**
       * Format: date-time
       * @description The earliest `due_at` of the policies that it does not meet, or of all if it meets them (RFC 3339, UTC)
       */
      due_at: string | null;
      /**
       * Format: date-time
       * @description When the asset was evaluated last (RFC 3339, UTC)
       */
      readonly evaluated_at: string;
      /** @description The result of each policy that applies to the asset */
      compliance: components['schemas']['ComplianceResult'][];
      /** @description Whether the caller may record what one of these policies asks for */
      may_record: boolean;
      /** @description People who may record it by access policies, at most 10 of the first 200 of the tenancy. Administrators may always and are not listed. Empty for callers who are neither administrators nor auditors */
      who_must_act: components['schemas']['ComplianceActor'][];
    };
    ComplianceResult: {
      /** @description Identity of the policy: `compliance_policies/<uuid>` */
      compliance_policy_identity: string;
      /** @description Whether the asset is compliant with this policy */
      compliant: boolean;
      /** @description Why the asset was not compliant when it was evaluated; empty where it is */
      reason: string;
      /**
       * Format: date-time
       * @description Since when this has been evaluated; null too if the caller may not read what the policy is about, or for an earlier time (RFC 3339, UTC)
       */
      since: string | null;
      /**
       * Format: date-time
       * @description Until when the asset is compliant if nothing is recorded, or was; null: no period of the policy runs; null too if the caller may not read what the policy is about (RFC 3339, UTC)
       */
      due_at: string | null;
    };
    ComplianceActor: {
      /** @description Identity of the person: `users/<uuid>` */
      user_identity: string;
      /** @description Name of the person, shown to people */
      display_name: string;
    };
    Compliance: {
      /** @description Whether the asset is compliant with all policies, including those on other pages */
      compliant: boolean;
      /** @description The result for each policy that applies to the asset */
      compliance: {
        /** @description Identity of the policy: `compliance_policies/<uuid>` */
        compliance_policy_identity: string;
        /** @description Whether the asset is compliant with this policy */
        compliant: boolean;
        /** @description Why the asset is not compliant; empty where it is */
        reason: string;
      }[];
      /**
       * Format: date-time
       * @description The time at which compliance was determined (RFC 3339, UTC)
       */
      readonly compliant_at: string;
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    ExportList: {
      /** @description The records of this page */
      exports: components['schemas']['ExportListed'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    ExportListed: {
      /** @description Identity of the export: `exports/<uuid>` */
      readonly identity: string;
      /** @description Name of the export, shown to people */
      display_name: string;
      /** @description Whether the export has the bytes of files */
      blobs: boolean;
      /**
       * @description State of the export. Only a STATUS_FINISHED export has files. STATUS_ERASED: an event that it may contain was erased. STATUS_EXPIRED: its files were deleted after `expires_at`
       * @enum {string}
       */
      status:
        | 'STATUS_PENDING'
        | 'STATUS_INPROGRESS'
        | 'STATUS_FINISHED'
        | 'STATUS_FAILED'
        | 'STATUS_ERASED'
        | 'STATUS_EXPIRED';
      /** @description Whether the job has ended */
      done: boolean;
      /** @description Why the export has no files; empty unless STATUS_FAILED or STATUS_ERASED */
      error_message: string;
      /**
       * Format: date-time
       * @description When the export was created (RFC 3339, UTC)
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the job ended (RFC 3339, UTC); null until the export is finished
       */
      finished_at: string | null;
      /**
       * Format: date-time
       * @description When the files are deleted (RFC 3339, UTC); null until the export is finished
       */
      expires_at: string | null;
      /** @description The number of records of each kind that were exported so far */
      counts: {
        /** @description Number of assets */
        assets: number;
        /** @description Number of events */
        events: number;
        /** @description Number of access_policies */
        access_policies: number;
        /** @description Number of locations */
        locations: number;
        /** @description Number of compliance_policies */
        compliance_policies: number;
        /** @description Number of blobs */
        blobs: number;
        /** @description Number of anchors */
        anchors: number;
      };
    };
    Export: components['schemas']['ExportListed'] & {
      /** @description The files beside the manifest; empty until the export is finished */
      files: {
        /** @description Name of the file */
        name: string;
        /** @description Kind of its records, or `blob` for the bytes of a file */
        kind: string;
        /** @description Number of records; 0 of a blob */
        lines: number;
        /** @description Size as it is downloaded, in bytes */
        bytes: number;
        /** @description SHA-256 of these bytes, in hexadecimal */
        sha256: string;
      }[];
      /** @description SHA-256 of the manifest, in hexadecimal; empty until the export is finished */
      manifest_sha256: string;
      /** @description Address of the manifest, `manifest.json`, with a token that is valid for an hour and has the rights of the caller. The address of another file has its name instead. Empty until the export is finished */
      download_url: string;
    };
    CreateExport: {
      /** @description Name of the export, shown to people */
      display_name?: string;
      /** @description true: with the bytes of all files of the tenancy */
      blobs?: boolean;
    };
    Log: {
      /**
       * Format: uuid
       * @description Id of the log
       */
      log: string;
      /** @description Origin of the log: the first line of its checkpoints, and the name of its keys */
      origin: string;
      /** @description Tenancy whose events the log has: `tenant/<uuid>`; empty for the log of public events */
      tenant_identity: string;
      /** @description Number of entries of the last signed tree */
      size: number;
      /** @description Root of this tree, as 64 hexadecimal digits */
      root: string;
      /**
       * Format: date-time
       * @description When the log was created (RFC 3339, UTC)
       */
      readonly created: string;
      /**
       * Format: date-time
       * @description When this tree was published (RFC 3339, UTC)
       */
      readonly updated: string;
      /** @description The log that this one replaces; empty for the first log of a tenancy */
      previous: {
        /**
         * Format: uuid
         * @description Id of that log
         */
        log?: string;
        /** @description Origin of that log: the first line of its checkpoints, and the name of its keys */
        origin?: string;
        /** @description Size of its last signed tree */
        size?: number;
        /** @description Root of that tree, as 64 hexadecimal digits */
        root?: string;
      };
    };
    LogConsistency: {
      /** @description Size of the earlier tree */
      from: number;
      /** @description Size of the later tree */
      to: number;
      /** @description Consistency proof of RFC 9162, section 2.1.4: hashes in base64. Empty if both sizes are equal or `from` is 0 */
      path: string[];
    };
    LogKeys: {
      /** @description All keys that have signed trees of the log, the oldest first */
      keys: (
        | {
            /** @description Key of checkpoints: verifier key of C2SP signed-note, Ed25519 */
            vkey: string;
            /**
             * Format: date-time
             * @description From when the key signs trees (RFC 3339, UTC)
             */
            readonly from: string;
            /** @description Until when it signed trees (RFC 3339, UTC); empty for the current key */
            until: string;
            /** @description The first checkpoint that this key has signed, which the key before has signed too: a signed note. It includes the entry LOGKEYSV1 of this key. Absent for the first key of the log */
            checkpoint?: string;
            /** @description What shows, with `checkpoint`, that this key follows the one before. Absent for the first key of the log */
            change?: {
              /** @description Index of the entry LOGKEYSV1 that names this key */
              index: number;
              /** @description The entry, in base64 */
              entry: string;
              /** @description Inclusion proof of the entry in the tree of `checkpoint`: hashes in base64 */
              path: string[];
            };
          }
        | {
            /** @description Key of receipts (RFC 7517) */
            jwk: {
              /**
               * @description Key type (RFC 7518): elliptic curve
               * @enum {string}
               */
              kty: 'EC';
              /**
               * @description Curve of the key
               * @enum {string}
               */
              crv: 'P-256';
              /** @description X coordinate, in base64url */
              x: string;
              /** @description Y coordinate, in base64url */
              y: string;
              /** @description Key id, as in the protected header of receipts: the thumbprint of RFC 7638 */
              kid: string;
              /**
               * @description Algorithm of the signatures
               * @enum {string}
               */
              alg: 'ES256';
              /**
               * @description The key verifies signatures
               * @enum {string}
               */
              use: 'sig';
            };
            /**
             * Format: date-time
             * @description From when the key signs trees (RFC 3339, UTC)
             */
            readonly from: string;
            /** @description Until when it signed trees (RFC 3339, UTC); empty for the current key */
            until: string;
          }
      )[];
    };
    BlockchainTransactions: {
      /** @description The transactions behind the event; empty while it is not recorded */
      transactions: {
        /**
         * @description Proof mechanism of the event
         * @enum {string}
         */
        kind: 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description The transaction on the blockchain */
        transaction: {
          /** @description Hash of the transaction: 0x and 64 hexadecimal digits */
          hash: string;
          /**
           * Format: uint64
           * @description Nonce of the sender, as a decimal string
           */
          nonce: string;
          /** @description Hash of the block: 0x and 64 hexadecimal digits */
          blockhash: string;
          /**
           * Format: uint64
           * @description Number of the block, as a decimal string
           */
          block_number: string;
          /** @description Index of the transaction in the block */
          transaction_index: number;
          /** @description Signature, value r, in hexadecimal with 0x; empty for callers who may not see all events of the window: administrators of the tenancy may */
          r: string;
          /** @description Signature, value s, in hexadecimal with 0x; empty for callers who may not see all events of the window: administrators of the tenancy may */
          s: string;
          /** @description Signature, value v, in hexadecimal with 0x; empty for callers who may not see all events of the window: administrators of the tenancy may */
          v: string;
          /** @description Address of the sender (EIP-55 checksum) */
          from: string;
          /** @description Address of the recipient (EIP-55 checksum) */
          to: string;
          /** @description Transferred value in wei, as a decimal string */
          value: string;
          /** @description Gas limit, as a decimal string; empty for callers who may not see all events of the window: administrators of the tenancy may */
          gas: string;
          /** @description Gas price or maximum fee per gas in wei, as a decimal string */
          gas_price: string;
          /** @description Input data, in hexadecimal with 0x; empty for callers who may not see all events of the window: administrators of the tenancy may */
          input: string;
        };
        simple_hash_details?: components['schemas']['SimpleHashDetails'];
        khipu_details?: components['schemas']['KhipuDetails'];
        merkle_log_details?: components['schemas']['MerkleLogDetails'];
      }[];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    /** @description SIMPLE_HASH: what the transaction anchors */
    SimpleHashDetails: {
      /**
       * Format: uri
       * @description Address of the event list that returns the events of the window
       */
      api_query: string;
      /**
       * Format: date-time
       * @description Start of the window, inclusive (RFC 3339, UTC)
       */
      readonly start_time: string;
      /**
       * Format: date-time
       * @description End of the window, exclusive (RFC 3339, UTC)
       */
      readonly end_time: string;
      /** @description Version of the hash schema: 1 is SIMPLEHASHV1 */
      hash_schema_version: number;
      /** @description SHA-256 of all events of the window, in hexadecimal; empty for callers who may not see all events of the window: administrators of the tenancy may */
      anchor_hash: string;
      /** @description Number of events in the window; empty for callers who may not see all events of the window: administrators of the tenancy may */
      event_count: number;
    };
    /** @description KHIPU: what the transaction records */
    KhipuDetails: {
      /** @description Version of the format of the preimage */
      schema_version: number;
      /** @description Hash algorithm of `event_hash` */
      hash_alg: string;
      /** @description Hash of the preimage, in hexadecimal */
      event_hash: string;
      /** @description Hash of the previous KHIPU event of the asset; zeros for the first */
      previous_event_hash: string;
      /** @description Number of the event in its asset; 0 in the transaction that records its creation */
      sequence: number;
      /**
       * Format: byte
       * @description The bytes that were hashed; only for callers who may read the whole event
       */
      preimage?: string;
      /** @description Signed transaction, in hexadecimal with 0x */
      raw_transaction: string;
      /** @description RLP of the block header, in hexadecimal with 0x */
      block_header: string;
      /** @description Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x */
      proof: string[];
    };
    /** @description MERKLE_LOG: the tree of the log that the transaction anchors */
    MerkleLogDetails: {
      /**
       * Format: uuid
       * @description UUID of the log
       */
      log: string;
      /** @description Number of leaves of the tree */
      size: number;
      /** @description Root of the tree, in hexadecimal */
      root: string;
    };
    AccessPolicy: {
      /** @description Identity of the policy: `access_policies/<uuid>` */
      readonly identity: string;
      /** @description Name of the policy, shown to people */
      display_name: string;
      /** @description What the policy is for */
      description: string;
      /** @description Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`. All groups must hold, of each group at least one string */
      filters: {
        /** @description Alternatives: at least one string must hold */
        or: string[];
      }[];
      /** @description Permissions on the matching assets, each for some organizations and users */
      access_permissions: components['schemas']['AccessPermission'][];
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant: string;
    };
    AccessPermission: {
      /** @description Organizations that get these permissions (OBAC): identities `subjects/<uuid>` */
      subjects: string[];
      /** @description Users of the tenancy that get these permissions (ABAC): `email=…`, `subject=…`, `group=…` or `jwt_<claim>=…`. All groups must hold, of each group at least one string */
      user_attributes: {
        /** @description Alternatives: at least one string must hold */
        or: string[];
      }[];
      /** @description Behaviours with which they may create events */
      behaviours: string[];
      /** @description Names of the asset attributes that they may read */
      asset_attributes_read: string[];
      /** @description Names of the asset attributes that they may set */
      asset_attributes_write: string[];
      /** @description Values of `arc_display_type` of the events that they may read */
      event_arc_display_type_read: string[];
      /** @description Values of `arc_display_type` of the events that they may create */
      event_arc_display_type_write: string[];
      /** @description Names of further asset attributes that they may read */
      include_attributes: string[];
    };
    CreateAccessPolicy: {
      /** @description Name of the policy, shown to people */
      display_name: string;
      /** @description What the policy is for */
      description?: string;
      /** @description Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`. All groups must hold, of each group at least one string. An empty list matches no asset. */
      filters?: {
        /** @description Alternatives: at least one must hold */
        or: string[];
      }[];
      /** @description Permissions on the matching assets, each for some organizations and users */
      access_permissions?: components['schemas']['AccessPermissionInput'][];
    };
    AccessPermissionInput: {
      /** @description Organizations that get these permissions (OBAC): identities `subjects/<uuid>` */
      subjects?: string[] | null;
      /** @description Users of the tenancy that get these permissions (ABAC): `email=…`, `subject=…`, `group=…` or `jwt_<claim>=…`. All groups must hold, of each group at least one string */
      user_attributes?:
        | {
            /** @description Alternatives: at least one must hold */
            or: string[];
          }[]
        | null;
      /** @description Behaviours with which they may create events; `*` is all */
      behaviours?: string[] | null;
      /** @description Names of the asset attributes that they may read; `*` is all */
      asset_attributes_read?: string[] | null;
      /** @description Names of the asset attributes that they may set; `*` is all */
      asset_attributes_write?: string[] | null;
      /** @description Values of `arc_display_type` of the events that they may read; `*` is all */
      event_arc_display_type_read?: string[] | null;
      /** @description Values of `arc_display_type` of the events that they may create; `*` is all */
      event_arc_display_type_write?: string[] | null;
      /** @description Names of further asset attributes that they may read; `*` is all */
      include_attributes?: string[] | null;
    };
    PatchAccessPolicy: {
      /** @description Name of the policy, shown to people */
      display_name?: string;
      /** @description What the policy is for */
      description?: string;
      /** @description Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`. All groups must hold, of each group at least one string. An empty list matches no asset. */
      filters?: {
        /** @description Alternatives: at least one must hold */
        or: string[];
      }[];
      /** @description Permissions on the matching assets, each for some organizations and users */
      access_permissions?: components['schemas']['AccessPermissionInput'][];
    };
    AssetAccess: {
      /** @description Identity of the asset: `assets/<uuid>` */
      asset_identity: string;
      /** @description Whether everyone can read the asset and its events; policies then do not apply */
      public: boolean;
      /** @description Those who can read or write something, by what they can; `*` in a list is every name */
      groups: components['schemas']['AccessGroup'][];
      /** @description The policies that the groups name */
      policies: components['schemas']['GrantingPolicy'][];
      /** @description Whether there are more people, applications, partners, policies or names than were looked at */
      truncated: boolean;
    };
    AccessGroup: {
      /**
       * @description ADMINISTRATOR: reads and writes everything, without policies. AUDITOR: reads everything, writes nothing. PARTNER: what the administrators of the other tenancy read and write
       * @enum {string}
       */
      role: 'ADMINISTRATOR' | 'AUDITOR' | 'MEMBER' | 'PARTNER';
      /** @description Who has these rights */
      holders: components['schemas']['AccessHolder'][];
      /** @description Attributes of the asset, also in its events */
      attributes: components['schemas']['NameAccess'][];
      /** @description Values of `arc_display_type` of events */
      event_types: components['schemas']['NameAccess'][];
      /** @description Behaviours of the events that they may record */
      behaviours: components['schemas']['BehaviourAccess'][];
    };
    AccessHolder: {
      /** @description `users/<uuid>`, `applications/<uuid>`, or for a partner `subjects/<uuid>` */
      readonly identity: string;
      /** @description Name of the person, application or partner, shown to people */
      display_name: string;
      /** @description E-mail address of a person; otherwise empty */
      email: string;
    };
    NameAccess: {
      /** @description The name; `*` is every name */
      name: string;
      /** @description Reading: identities of the policies that allow it; empty if none does */
      read: string[];
      /** @description Writing: identities of the policies that allow it; empty if none does, or if no event may be recorded */
      write: string[];
    };
    BehaviourAccess: {
      /**
       * @description The behaviour
       * @enum {string}
       */
      name:
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate';
      /** @description Recording: identities of the policies that allow it */
      policies: string[];
    };
    GrantingPolicy: {
      /** @description Identity of the policy: `access_policies/<uuid>` */
      readonly identity: string;
      /** @description Name of the policy, shown to people */
      display_name: string;
    };
    AssetView: {
      /** @description Whether they can see the asset. If not, their requests respond with 404 */
      visible: boolean;
      asset?: components['schemas']['Asset'] & unknown;
      /** @description The newest 100 events that they can read */
      events: components['schemas']['AssetEvent'][];
      /** @description Whether they can read more events */
      truncated: boolean;
    };
    Subject: {
      /** @description Identity of the organization: `subjects/<uuid>` */
      readonly identity: string;
      /** @description Name of the organization, shown to people */
      display_name: string;
      /** @description Public wallet keys of the organization, in hexadecimal */
      wallet_pub_key: string[];
      /** @description Public tessera keys of the organization, in base64 */
      tessera_pub_key: string[];
      /** @description Address of each wallet key, derived by the service (EIP-55 checksum) */
      readonly wallet_address: string[];
      /**
       * @description CONFIRMED while both tenancies have imported each other; then they can share records
       * @enum {string}
       */
      readonly confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED' | 'PENDING' | 'CONFIRMED';
      /** @description Identity of the tenancy of a confirmed organization, `tenant/<uuid>`; otherwise empty */
      readonly tenant: string;
    };
    CreateSubject: {
      /** @description Name of the organization, shown to people */
      display_name: string;
      /** @description Public wallet keys of the organization, each an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04. The service uses the first one. */
      wallet_pub_key: string[];
      /** @description Public tessera keys of the organization, each base64 of 32 bytes. The service uses the first one. */
      tessera_pub_key: string[];
    };
    PatchSubject: {
      /** @description Name of the organization, shown to people */
      display_name?: string;
      /** @description Public wallet keys of the organization, each an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04. The service uses the first one. */
      wallet_pub_key?: string[];
      /** @description Public tessera keys of the organization, each base64 of 32 bytes. The service uses the first one. */
      tessera_pub_key?: string[];
    };
    Token: {
      /** @description The access token, a JWT, for the header `Authorization: Bearer <access_token>` */
      access_token: string;
      /** @description Lifetime of the token in seconds */
      expires_in: number;
      /**
       * @description Type of the token
       * @enum {string}
       */
      token_type: 'Bearer';
    };
    TokenRequest: {
      /** @description Required; always `client_credentials` */
      grant_type?: string;
      /** @description Client id of the application, unless the `Authorization` header has Basic credentials */
      client_id?: string;
      /** @description Secret of the application, unless the `Authorization` header has Basic credentials */
      client_secret?: string;
    };
    OpenIdConfiguration: {
      /**
       * Format: uri
       * @description Issuer of the tokens, as in their claim `iss`
       */
      issuer: string;
      /**
       * Format: uri
       * @description Address of the token endpoint
       */
      token_endpoint: string;
      /**
       * Format: uri
       * @description Address of the public keys
       */
      jwks_uri: string;
      /** @description Grant types of the token endpoint */
      grant_types_supported: string[];
      /** @description How clients authenticate at the token endpoint */
      token_endpoint_auth_methods_supported: string[];
      /** @description Response types (OpenID Connect Discovery) */
      response_types_supported: string[];
      /** @description Subject types (OpenID Connect Discovery) */
      subject_types_supported: string[];
      /** @description Signature algorithms of tokens */
      id_token_signing_alg_values_supported: string[];
    };
    JsonWebKeySet: {
      /** @description The keys that sign tokens now, and those whose tokens are still valid */
      keys: {
        /** @description Key type */
        kty: string;
        /** @description Key id, as in the header of tokens */
        kid: string;
        /** @description Signature algorithm */
        alg: string;
        /** @description Use of the key: signatures */
        use: string;
        /** @description Elliptic curve of the key */
        crv: string;
        /** @description X coordinate, base64url */
        x: string;
        /** @description Y coordinate, base64url */
        y: string;
      }[];
    };
    Application: {
      /** @description Identity of the application: `applications/<uuid>` */
      readonly identity: string;
      /**
       * Format: uuid
       * @description Client id of the application, which is also the subject of its tokens
       */
      readonly client_id: string;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant_id: string;
      /** @description Name of the application, shown to people */
      display_name: string;
      /** @description Claims that are copied into the tokens of the application; a policy addresses each as `jwt_<claim>` */
      custom_claims: {
        [key: string]: string;
      };
      /** @description Permissions in addition to those of access policies: `auditor` reads the log of the tenancy */
      permissions: 'auditor'[];
      /** @description The secrets that are accepted, the newest first */
      readonly credentials: {
        /** @description The client secret, only in the responses that create or regenerate it; empty in all others */
        secret: string;
        /**
         * Format: date-time
         * @description From when the secret is accepted (RFC 3339, UTC)
         */
        readonly valid_from: string;
        /**
         * Format: date-time
         * @description Until when the secret is accepted; tokens issued before stay valid (RFC 3339, UTC)
         */
        readonly valid_until: string;
      }[];
    };
    CreateApplication: {
      /** @description Name of the application, shown to people */
      display_name: string;
      /** @description Claims that are copied into the tokens of the application; a policy addresses each as `jwt_<claim>` */
      custom_claims?: {
        [key: string]: string;
      };
      /** @description Permissions in addition to those of access policies: `auditor` reads the log of the tenancy, with its tiles and entries, and nothing else. Default: none */
      permissions?: 'auditor'[];
    };
    PatchApplication: {
      /** @description Name of the application, shown to people */
      display_name?: string;
      /** @description Claims that are copied into the tokens of the application; a policy addresses each as `jwt_<claim>` */
      custom_claims?: {
        [key: string]: string;
      };
      /** @description Permissions in addition to those of access policies: `auditor` reads the log of the tenancy, with its tiles and entries, and nothing else. Default: none */
      permissions?: 'auditor'[];
    };
    RegenerateSecret: {
      /**
       * Format: date-time
       * @description Until when the service accepts the replaced secret too, at most until its own `valid_until`. Absent or in the past: the replaced secret is rejected from now on.
       */
      previous_valid_until?: string;
    };
    SigningKey: {
      /** @description Identity of the key: `signing_keys/<uuid>` */
      readonly identity: string;
      /** @description Name of the key, shown to people */
      display_name: string;
      /** @description Who enrolled the key and signs with it: a member or an application */
      readonly owner: {
        /** @description Issuer of the token: the address of an identity provider */
        issuer: string;
        /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
        subject: string;
        /** @description Name, shown to people */
        display_name: string;
        /** @description E-mail address; empty for an application */
        email: string;
      };
      /** @description Thumbprint of the key (RFC 7638), base64url */
      readonly thumbprint: string;
      readonly public_jwk: components['schemas']['SigningKeyJwk'];
      /**
       * Format: date-time
       * @description When the key was enrolled (RFC 3339, UTC)
       */
      readonly valid_from: string;
      /**
       * Format: date-time
       * @description When the key was revoked (RFC 3339, UTC); null: it is valid
       */
      readonly revoked_at: string | null;
      /** @description Why the key was revoked; empty: it is valid */
      readonly revoked_reason: string;
      /** @description Identity of the tenancy that owns the record: `tenant/<uuid>` */
      readonly tenant_identity: string;
    };
    CreateSigningKey: {
      /** @description Name of the key, shown to people */
      display_name: string;
      /** @description Shows that the caller has the private key: a JWT (JWS compact serialization) that it has signed, with `typ` (`signing-key+jwt`), `alg` (ES256 or EdDSA) and `jwk` in its header, and the claims `aud`, the base URL of the service; `iss`, `sub` and `tenant_identity`, the issuer, subject and tenancy of the caller as `GET /v1/whoami` has them; and `iat`, at most ten minutes ago */
      enrolment: string;
    };
    RevokeSigningKey: {
      /** @description Why the key is revoked: everyone in the tenancy can read it */
      reason: string;
    };
    UserList: {
      /** @description The records of this page */
      users: components['schemas']['User'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    User: {
      /** @description Identity of the user in this tenancy: `users/<uuid>` */
      readonly identity: string;
      /** @description Issuer of the token: the address of an identity provider */
      issuer: string;
      /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
      subject: string;
      /** @description Name, shown to people */
      display_name: string;
      /** @description E-mail address; empty for an application */
      email: string;
      /** @description Roles in the tenancy: `Administrator` or `Non-Administrator`; with `Auditor` for an auditor */
      roles: string[];
      /** @description Whether the user accepted an invite; others are members while they are administrators */
      invited: boolean;
      /** @description Whether the user has the role of auditor: reads what administrators read, and changes nothing. It has no effect while the user is an administrator. */
      auditor: boolean;
      /**
       * Format: date-time
       * @description When the user became a member (RFC 3339, UTC)
       */
      readonly created: string;
    };
    UserAccess: {
      /** @description Identity of the user: `users/<uuid>` */
      readonly identity: string;
      /** @description Roles in the tenancy: `Administrator` or `Non-Administrator`; with `Auditor` for an auditor */
      roles: string[];
      /** @description What access policies of the tenancy grant the caller on any asset. An empty list means that requests which need it are refused. What is allowed on an asset depends on the policies that match it, and on the tenancy that owns it. An extension of this service. */
      granted: {
        /** @description Behaviours, sorted; `*` is all */
        behaviours: string[];
        /** @description Names of asset attributes, sorted; `*` is all */
        asset_attributes_write: string[];
        /** @description Types of events, sorted; `*` is all */
        event_arc_display_type_write: string[];
        /** @description The events that the caller may record on any asset of another tenancy: policies of both tenancies grant the behaviour and a type of event. Without tenancies that share for reading only, and from at most 1,000 permissions */
        shared: components['schemas']['GrantedByTenancy'][];
        /** @description Whether the caller reads all evidence, logs and records of the tenancy, regardless of policies: an administrator or an auditor */
        reads_everything: boolean;
      };
      /** @description The policies that name the user, newest first, each with what its permissions for the user grant together */
      policies: components['schemas']['UserPolicy'][];
      /** @description Whether more than 200 policies name the user */
      truncated: boolean;
    };
    GrantedByTenancy: {
      /** @description Identity of the other tenancy: `tenant/<uuid>` */
      readonly tenant_identity: string;
      /** @description Behaviours of events that may be recorded */
      behaviours: (
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate'
      )[];
    };
    UserPolicy: {
      /** @description Identity of the policy: `access_policies/<uuid>` */
      readonly identity: string;
      /** @description Name of the policy, shown to people */
      display_name: string;
      /** @description Which assets it applies to, as in the policy */
      filters: {
        /** @description Alternatives: at least one string must hold */
        or: string[];
      }[];
      /** @description Attributes that they may read, sorted; `*` is all */
      asset_attributes_read: string[];
      /** @description Types of events that they may read, sorted; `*` is all */
      event_arc_display_type_read: string[];
      /** @description Behaviours of events that they may record, sorted; `*` is all */
      behaviours: string[];
      /** @description Types of events that they may record, sorted; `*` is all */
      event_arc_display_type_write: string[];
      /** @description Attributes that they may set, sorted; `*` is all */
      asset_attributes_write: string[];
    };
    PatchUser: {
      /** @description Whether the user has the role of auditor */
      auditor: boolean;
    };
    SignInLink: {
      /**
       * Format: uri
       * @description Address of the link, which can be used once
       */
      url: string;
      /**
       * Format: date-time
       * @description Until when it can be used (RFC 3339, UTC)
       */
      readonly expires_at: string;
    };
    RecoverUser: {
      /** @description Whether the passkeys that the user has stay valid */
      keep_passkeys: boolean;
    };
    OwnTenancies: {
      /** @description All tenancies that the caller is a member of */
      tenants: components['schemas']['Membership'][];
      /** @description Always empty: there is only one page */
      next_page_token: string;
    };
    Membership: {
      /** @description Identity of the tenancy, `tenant/<uuid>`, as the header `x-tenant` names it */
      readonly identity: string;
      /** @description Name of the tenancy, shown to people */
      display_name: string;
      /** @description Domain that the tenancy has verified by its DNS; empty without one */
      verified_domain: string;
      /** @description Roles in the tenancy: `Administrator` or `Non-Administrator`; with `Auditor` for an auditor */
      roles: string[];
    };
    Invite: {
      /** @description Identity of the invite: `invites/<uuid>` */
      readonly identity: string;
      /**
       * Format: email
       * @description E-mail address of the invited person
       */
      email: string;
      /** @description Text of the invitation e-mail */
      message: string;
      /**
       * Format: date-time
       * @description Until when the invite can be accepted (RFC 3339, UTC)
       */
      readonly expiry_time: string;
      /**
       * @description State of the invitation e-mail. NOT_CONFIGURED: this deployment sends no mail, so inform the person yourself
       * @enum {string}
       */
      readonly mail_status: 'QUEUED' | 'SENT' | 'FAILED' | 'NOT_CONFIGURED';
      /** @description Why the e-mail was not sent; empty otherwise */
      readonly mail_error: string;
    };
    CreateInvite: {
      /**
       * Format: email
       * @description E-mail address of the person to invite; case is ignored
       */
      email: string;
      /** @description Text for the invitation e-mail */
      message?: string;
    };
    InviteOffer: {
      /** @description Name of the tenancy, shown to people */
      tenancy: string;
      /** @description Who invites */
      inviter: string;
      /**
       * Format: date-time
       * @description Until when the invite can be accepted (RFC 3339, UTC)
       */
      readonly expires_at: string;
    };
    RootPrincipals: {
      /** @description All administrators of the tenancy */
      root_principals: components['schemas']['Principal'][];
    };
    Principal: {
      /** @description Issuer of the token: the address of an identity provider */
      issuer: string;
      /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
      subject: string;
      /** @description Name, shown to people */
      display_name: string;
      /** @description E-mail address; empty for an application */
      email: string;
    };
    NewRootPrincipals: {
      /** @description All administrators of the tenancy, the caller among them; those not listed lose the role */
      root_principals: components['schemas']['NewPrincipal'][];
    };
    NewPrincipal: {
      /** @description Issuer of their tokens; for an application, that of the service itself */
      issuer: string;
      /** @description Subject of their tokens; for an application, its `client_id`. May be omitted for a person with an `email` who has not signed in yet */
      subject?: string | null;
      /** @description Name, shown to people */
      display_name?: string | null;
      /** @description E-mail address */
      email?: string | null;
    };
    Administrators: {
      /** @description All administrators of the tenancy */
      administrators: components['schemas']['Principal'][];
    };
    NewAdministrators: {
      /** @description All administrators of the tenancy, the caller among them; those not listed lose the role */
      administrators: components['schemas']['NewPrincipal'][];
    };
    TenancyDomain: {
      /** @description Domain that the tenancy has verified by its DNS; empty without one */
      verified_domain: string;
      /**
       * Format: date-time
       * @description Since when the TXT record of the verified domain is missing (RFC 3339, UTC); null: it is not. The domain is withdrawn after 72 hours
       */
      missing_since: string | null;
      /** @description Record to publish for the asked domain, or for the verified one; null without either */
      record: {
        /** @description The domain in its ASCII form */
        domain: string;
        /**
         * @description Type of the DNS record
         * @enum {string}
         */
        type: 'TXT';
        /** @description Name of the DNS record */
        name: string;
        /** @description Value of the DNS record. It is the same each time */
        value: string;
      } | null;
    };
    VerifyTenancyDomain: {
      /** @description Domain to verify */
      domain: string;
    };
    Tenancy: {
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      readonly identity: string;
      /** @description Name of the tenancy, shown to people */
      display_name: string;
      /** @description Domain that the tenancy has verified by its DNS; empty without one */
      readonly verified_domain: string;
      /**
       * @description Proof mechanism of new assets whose creation names none
       * @enum {string}
       */
      default_proof_mechanism: 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
      /** @description Values of `arc_display_type` of assets whose events must be signed by their authors. An unsigned event is 400, except creation, erasure, and tracking without attributes */
      require_signature: string[];
      /** @description Always false: identity providers are settings of the deployment */
      readonly enterprise_sso_enabled: boolean;
      /** @description Always empty */
      readonly enterprise_sso_config: Record<string, never>;
    };
    PatchTenancy: {
      /** @description New name of the tenancy, shown to people */
      display_name?: string;
      /**
       * @description Proof mechanism of new assets whose creation names none; KHIPU only if it is enabled
       * @enum {string}
       */
      default_proof_mechanism?: 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
      /** @description Values of `arc_display_type` of assets whose events must be signed by their authors. An unsigned event is 400, except creation, erasure, and tracking without attributes. Replaces the list */
      require_signature?: string[];
    };
    TenantId: {
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      readonly identity: string;
      /**
       * @description Always PREMIUM: all features are available
       * @enum {string}
       */
      tier: 'PREMIUM';
    };
    TenancyPublicInfo: {
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      readonly identity: string;
      /** @description Domain that the tenancy has verified by its DNS; empty without one */
      verified_domain: string;
    };
    WhoAmI: {
      /** @description Always empty: the service keeps no pictures */
      avatar_url: string;
      principal: components['schemas']['Principal'] & unknown;
      /** @description Roles in the tenancy: `Administrator` or `Non-Administrator`; with `Auditor` for an auditor */
      roles: string[];
      /** @description Identity of the tenancy of the request: `tenant/<uuid>` */
      tenantid: string;
      /** @description Subject of the token */
      userid: string;
      /** @description Always false */
      is_social: boolean;
      /** @description What access policies of the tenancy grant the caller on any asset. An empty list means that requests which need it are refused. What is allowed on an asset depends on the policies that match it, and on the tenancy that owns it. An extension of this service. */
      granted: {
        /** @description Behaviours, sorted; `*` is all */
        behaviours: string[];
        /** @description Names of asset attributes, sorted; `*` is all */
        asset_attributes_write: string[];
        /** @description Types of events, sorted; `*` is all */
        event_arc_display_type_write: string[];
        /** @description The events that the caller may record on any asset of another tenancy: policies of both tenancies grant the behaviour and a type of event. Without tenancies that share for reading only, and from at most 1,000 permissions */
        shared: components['schemas']['GrantedByTenancy'][];
        /** @description Whether the caller reads all evidence, logs and records of the tenancy, regardless of policies: an administrator or an auditor */
        reads_everything: boolean;
      };
      on_asset?: components['schemas']['GrantedOnAsset'];
    };
    /** @description What the caller may record on the asset of `asset_identity`. An extension of this service. */
    GrantedOnAsset: {
      /** @description Identity of the asset: `assets/<uuid>` */
      asset_identity: string;
      /** @description Behaviours of events that the caller may record on the asset in its current state */
      behaviours: (
        | 'Builtin'
        | 'AssetCreator'
        | 'RecordEvidence'
        | 'Attachments'
        | 'Firmware'
        | 'Maintenance'
        | 'LocationUpdate'
      )[];
      /** @description Whether the caller must sign what they record on it */
      require_signature: boolean;
      /** @description Name under which the tenancy of the caller has imported the tenancy that owns the asset; empty for an asset of their own */
      owner_display_name: string;
    };
    IssuerList: {
      /** @description The identity providers of the deployment */
      issuers: components['schemas']['Issuer'][];
      passkeys?: components['schemas']['PasskeySettings'];
    };
    Issuer: {
      /**
       * Format: uri
       * @description Address of the identity provider; its discovery document is below it
       */
      issuer: string;
      /** @description Client id with which to sign in: the audience of the tokens */
      client_id: string;
      /** @description Name of the identity provider, shown to people */
      display_name: string;
    };
    /** @description Absent if people cannot sign in with passkeys at the service itself */
    PasskeySettings: {
      /**
       * Format: uri
       * @description Origin at which people sign in with passkeys; pages of other origins cannot use them
       */
      origin: string;
      /** @description Relying party id of the passkeys (WebAuthn) */
      rp_id: string;
      /** @description Issuer of people who sign in with a passkey */
      issuer: string;
    };
    Session: {
      /** @description Whether the browser has a session; if not, there are no other fields */
      active: boolean;
      /** @description Value of the header `x-csrf-token` of further requests */
      csrf_token?: string;
      /** @description Issuer of the person or the application */
      issuer?: string;
      /** @description Subject of the person; for an application, its `client_id` */
      subject?: string;
      /** @description E-mail address of the person; empty for an application */
      email?: string;
      /**
       * Format: date-time
       * @description When the session ends even if it is in use (RFC 3339, UTC)
       */
      readonly expires_at?: string;
      /** @description Without a session: whether the last one of this browser was ended from elsewhere; else absent */
      ended_remotely?: boolean;
    };
    NewSession: {
      /** @description Client id of an application */
      client_id?: string;
      /** @description Secret of the application */
      client_secret?: string;
      passkey?: components['schemas']['PasskeyAssertion'];
      /** @description Token of a link for the first administrator, only if ORIGIN is on this machine; instead of client credentials */
      link?: string;
      /** @description ID token of a person, from one of the identity providers; instead of client credentials */
      token?: string;
      /** @description Whether the session is for the field page, where it may be without a request for longer */
      field?: boolean;
    };
    /** @description What a passkey has signed, for a person; instead of client credentials */
    PasskeyAssertion: {
      /** @description Id of the credential, base64url */
      id: string;
      /** @description What the authenticator has signed */
      response: {
        /** @description Client data in JSON, base64url */
        clientDataJSON: string;
        /** @description Authenticator data, base64url */
        authenticatorData: string;
        /** @description Signature, base64url */
        signature: string;
        /** @description User handle of the passkey, base64url */
        userHandle: string;
      };
    };
    CommandLineSession: {
      /** @description What the command line needs besides its verifier */
      code: string;
      /**
       * Format: date-time
       * @description When the session ends even if it is in use (RFC 3339, UTC)
       */
      readonly expires_at: string;
    };
    NewCommandLineSession: {
      /** @description SHA-256 of the verifier that the command line has chosen, hexadecimal */
      challenge: string;
      /** @description Name of the computer, for the list of sessions */
      name: string;
    };
    SessionList: {
      /** @description All sessions of the caller */
      sessions: components['schemas']['OwnSession'][];
    };
    OwnSession: {
      /** @description Identity of the session: `sessions/<uuid>` */
      readonly identity: string;
      /** @description Browser and system as the browser has named them; empty if it did not */
      device: string;
      /** @description Whether it was started in the field page */
      field: boolean;
      /** @description Whether the request has this session */
      current: boolean;
      /**
       * Format: date-time
       * @description When it was started (RFC 3339, UTC)
       */
      readonly created: string;
      /**
       * Format: date-time
       * @description When it was last used, up to a minute early (RFC 3339, UTC)
       */
      readonly used: string;
      /**
       * Format: date-time
       * @description When it ends even if it is in use (RFC 3339, UTC)
       */
      readonly expires_at: string;
    };
    DeviceKey: {
      /** @description The key, 32 bytes in base64url, for AES-GCM */
      key: string;
      /** @description The sealed key, to be kept instead of the one in the request */
      wrapped_key: string;
    };
    NewDeviceKey: {
      /** @description The sealed key that the device has kept */
      wrapped_key?: string;
    };
    PasskeyChallenge: {
      /** @description Options of the browser function, in its JSON form (WebAuthn 3, section 5.1) */
      options: {
        [key: string]: unknown;
      };
    };
    PreparedEnrolment: {
      /**
       * @description What the link is for: accept an invite; enrol a passkey of a member, by an administrator or the member; become an administrator
       * @enum {string}
       */
      purpose: 'invite' | 'recovery' | 'device' | 'administrator';
      /** @description Name of the tenancy, shown to people */
      tenancy: string;
      /** @description Who invites; empty except for an invite */
      inviter: string;
      /** @description E-mail address of the person; empty for an administrator */
      email: string;
      /** @description Name of the person; empty if they say it themselves */
      display_name: string;
      /**
       * Format: date-time
       * @description Until when the link can be used (RFC 3339, UTC)
       */
      readonly expires_at: string;
      /** @description Options of the browser function, in its JSON form (WebAuthn 3, section 5.1) */
      options: {
        [key: string]: unknown;
      };
    };
    PreparePasskey: {
      /** @description Token of the link: what follows its last slash */
      link: string;
    };
    NewPasskey: {
      /** @description Token of the link: what follows its last slash */
      link: string;
      /** @description Name of the passkey, such as that of the device */
      display_name: string;
      /** @description Name of the person; ignored if they have one */
      person_name?: string;
      /**
       * Format: email
       * @description E-mail address of an administrator; ignored for other links
       */
      email?: string;
      credential: components['schemas']['NewPasskeyCredential'];
    };
    /** @description What the browser has created with the prepared options */
    NewPasskeyCredential: {
      /** @description Id of the credential, base64url */
      id: string;
      /** @description What the authenticator has made */
      response: {
        /** @description Client data in JSON, base64url */
        clientDataJSON: string;
        /** @description Attestation object, without attestation, base64url */
        attestationObject: string;
        /** @description How browsers reach the authenticator */
        transports?: ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[];
      };
    };
    PasskeyList: {
      /** @description All passkeys of the caller */
      passkeys: components['schemas']['Passkey'][];
    };
    Passkey: {
      /** @description Identity of the passkey: `passkeys/<uuid>` */
      readonly identity: string;
      /** @description Name that the person gave it */
      display_name: string;
      /** @description Whether other devices of the person have it too, through the provider of the device */
      synced: boolean;
      /** @description Whether the session of the request was started with it */
      current: boolean;
      /**
       * Format: date-time
       * @description When it was enrolled (RFC 3339, UTC)
       */
      readonly created: string;
      /**
       * Format: date-time
       * @description When it last signed the person in (RFC 3339, UTC); null: never since it was enrolled
       */
      used: string | null;
    };
    PatchPasskey: {
      /** @description Name of the passkey */
      display_name: string;
    };
    AuditList: {
      /** @description The records of this page */
      audit: components['schemas']['AuditEntry'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    AuditEntry: {
      /** @description Identity of the entry: `audit/<uuid>` */
      readonly identity: string;
      /**
       * Format: date-time
       * @description When the change was made (RFC 3339, UTC)
       */
      readonly timestamp: string;
      /** @description Who made the change */
      principal: {
        /** @description Issuer of the token: the address of an identity provider */
        issuer: string;
        /** @description Subject of the token: the id that the issuer gives; for an application, its `client_id` */
        subject: string;
      };
      /** @description Operation that made the change, by its `operationId`; `disableWebhook`: the service disabled a webhook; `missTenancyDomain`, `findTenancyDomain`, `withdrawTenancyDomain`: it missed the DNS record of the verified domain, found it again, or withdrew the domain */
      operation: string;
      /** @description Identity of the changed resource */
      resource: string;
      /** @description SHA-256 of the resource before the change, as canonical JSON; empty if it did not exist */
      before_hash: string;
      /** @description SHA-256 of the resource after the change; empty if it no longer exists */
      after_hash: string;
      /** @description Id of the request, as in the header `x-request-id` */
      request_id: string;
    };
    Webhook: {
      /** @description Identity of the webhook: `webhooks/<uuid>` */
      readonly identity: string;
      /** @description Name of the webhook, shown to people */
      display_name: string;
      /** @description Address of the receiver */
      url: string;
      /** @description Only events that meet all of these filters are sent; empty: all events. Each is `<name>=<value>` as in the query of a list of events, without percent-encoding: `confirmation_status`, `operation`, `behaviour`, `proof_mechanism`, `from`, `transaction_id`, `mmr_index`, `minimum_trust`, `attachment_sha256`, `filters`, `principal_declared.issuer`, `principal_declared.subject`, `principal_declared.display_name`, `principal_declared.email`, `principal_accepted.issuer`, `principal_accepted.subject`, `principal_accepted.display_name`, `principal_accepted.email`, `timestamp_accepted_since`, `timestamp_accepted_before`, `timestamp_committed_since`, `timestamp_committed_before`, `timestamp_declared_since`, `timestamp_declared_before`, `event_attributes.<name>`, `asset_attributes.<name>` or `asset.attributes.<name>` */
      filters: string[];
      /** @description What is sent: `event.recorded`, each event; `compliance.notice`, when an asset becomes not compliant or its period ends soon. Filters are for events only */
      types: ('event.recorded' | 'compliance.notice')[];
      /** @description Whether events are sent */
      enabled: boolean;
      /** @description Identity of the application on whose behalf events are sent: `applications/<uuid>` */
      application: string;
      /** @description The secret that signs, `whsec_` and base64, only in the responses that create or rotate it; empty in all others */
      readonly secret: string;
      /**
       * Format: date-time
       * @description Until when the secret before signs too; null if only the current one signs (RFC 3339, UTC)
       */
      readonly previous_secret_valid_until: string | null;
      /** @description Why the service has disabled the webhook; empty if it is enabled, or if an administrator has disabled it */
      readonly disabled_reason: string;
      /**
       * Format: date-time
       * @description When the service has disabled the webhook; null otherwise (RFC 3339, UTC)
       */
      readonly disabled_at: string | null;
      /**
       * Format: date-time
       * @description When the webhook was created (RFC 3339, UTC)
       */
      readonly created_at: string;
    };
    CreateWebhook: {
      /** @description Name of the webhook, shown to people */
      display_name: string;
      /** @description Address of the receiver: https with a public host name and without a port. Others only if `WEBHOOK_ALLOWED_HOSTS` lists their host */
      url: string;
      /** @description Identity of the application on whose behalf events are sent, `applications/<uuid>`: its access policies decide which events are sent and what they show */
      application: string;
      /** @description What is sent: `event.recorded`, each event; `compliance.notice`, when an asset becomes not compliant or its period ends soon. Filters are for events only */
      types?: ('event.recorded' | 'compliance.notice')[];
      /** @description Only events that meet all of these filters are sent; empty: all events. Each is `<name>=<value>` as in the query of a list of events, without percent-encoding: `confirmation_status`, `operation`, `behaviour`, `proof_mechanism`, `from`, `transaction_id`, `mmr_index`, `minimum_trust`, `attachment_sha256`, `filters`, `principal_declared.issuer`, `principal_declared.subject`, `principal_declared.display_name`, `principal_declared.email`, `principal_accepted.issuer`, `principal_accepted.subject`, `principal_accepted.display_name`, `principal_accepted.email`, `timestamp_accepted_since`, `timestamp_accepted_before`, `timestamp_committed_since`, `timestamp_committed_before`, `timestamp_declared_since`, `timestamp_declared_before`, `event_attributes.<name>`, `asset_attributes.<name>` or `asset.attributes.<name>`. At most 30 */
      filters?: string[];
      /** @description Whether events are sent. A webhook that is enabled again continues with the first event that was not delivered */
      enabled?: boolean;
    };
    PatchWebhook: {
      /** @description Name of the webhook, shown to people */
      display_name?: string;
      /** @description Address of the receiver: https with a public host name and without a port. Others only if `WEBHOOK_ALLOWED_HOSTS` lists their host */
      url?: string;
      /** @description Identity of the application on whose behalf events are sent, `applications/<uuid>`: its access policies decide which events are sent and what they show */
      application?: string;
      /** @description What is sent: `event.recorded`, each event; `compliance.notice`, when an asset becomes not compliant or its period ends soon. Filters are for events only */
      types?: ('event.recorded' | 'compliance.notice')[];
      /** @description Only events that meet all of these filters are sent; empty: all events. Each is `<name>=<value>` as in the query of a list of events, without percent-encoding: `confirmation_status`, `operation`, `behaviour`, `proof_mechanism`, `from`, `transaction_id`, `mmr_index`, `minimum_trust`, `attachment_sha256`, `filters`, `principal_declared.issuer`, `principal_declared.subject`, `principal_declared.display_name`, `principal_declared.email`, `principal_accepted.issuer`, `principal_accepted.subject`, `principal_accepted.display_name`, `principal_accepted.email`, `timestamp_accepted_since`, `timestamp_accepted_before`, `timestamp_committed_since`, `timestamp_committed_before`, `timestamp_declared_since`, `timestamp_declared_before`, `event_attributes.<name>`, `asset_attributes.<name>` or `asset.attributes.<name>`. At most 30 */
      filters?: string[];
      /** @description Whether events are sent. A webhook that is enabled again continues with the first event that was not delivered */
      enabled?: boolean;
    };
    QueuedDelivery: {
      /** @description Id of the delivery, the value of the header `webhook-id`; empty for all events since a time */
      delivery: string;
    };
    RedeliverWebhook: {
      /**
       * Format: uuid
       * @description Id of a delivery of the delivery log
       */
      delivery?: string;
      /**
       * Format: date-time
       * @description All events of the log since this time are sent again (RFC 3339)
       */
      since?: string;
    };
    RotateWebhookSecret: {
      /**
       * Format: date-time
       * @description Until when the replaced secret signs too, at most 7 days from now. Absent: for 24 hours. In the past: it no longer signs.
       */
      previous_valid_until?: string;
    };
    WebhookAttemptList: {
      /** @description The records of this page */
      deliveries: components['schemas']['WebhookAttempt'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    WebhookAttempt: {
      /** @description Id of the delivery, the same for all attempts: the value of the header `webhook-id` */
      delivery: string;
      /** @description Identity of the event; empty for a test or a notice */
      event: string;
      /** @description Number of the attempt among those of the delivery, from 1 */
      attempt: number;
      /**
       * Format: date-time
       * @description When the attempt began (RFC 3339, UTC)
       */
      readonly timestamp: string;
      /** @description Milliseconds until the receiver had responded */
      duration_ms: number;
      /** @description HTTP status of the response; 0 without a response */
      status: number;
      /** @description Why the attempt failed; empty for a success */
      error: string;
      /**
       * @description DELIVERED: with a status 2xx. RETRYING: it failed and will be repeated. FAILED: it failed and will not be repeated, or only when the webhook is enabled again. SKIPPED: nothing was sent, because the application may no longer read the event.
       * @enum {string}
       */
      outcome: 'DELIVERED' | 'RETRYING' | 'FAILED' | 'SKIPPED';
      /**
       * Format: date-time
       * @description When the next attempt was planned; null if none was (RFC 3339, UTC)
       */
      next_attempt_at: string | null;
    };
    IotHubImportList: {
      /** @description The records of this page */
      operations: components['schemas']['IotHubImport'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    IotHubImport: {
      /** @description Identity of the import: `iothubgdr/<uuid>` */
      readonly identity: string;
      /** @description Whether the import has ended */
      readonly done: boolean;
      /**
       * Format: date-time
       * @description When the import was accepted (RFC 3339, UTC)
       */
      readonly timestamp_accepted: string;
      /**
       * Format: date-time
       * @description When the import ended (RFC 3339, UTC); null until then
       */
      readonly timestamp_finished: string | null;
      /** @description What was imported so far; absent if the import failed */
      readonly result?: {
        /** @description Name of the import, shown to people */
        display_name: string;
        /** @description Number of devices that were imported as assets so far */
        number_assets_imported: number;
        /** @description Identity of the location of the assets, `locations/<uuid>`; or empty */
        arc_home_location_identity: string;
        /**
         * @description State of the import
         * @enum {string}
         */
        status: 'STATUS_UNSPECIFIED' | 'STATUS_PENDING' | 'STATUS_INPROGRESS' | 'STATUS_FINISHED' | 'STATUS_CANCELLED';
      };
      /** @description Why the import failed, and what was imported before; absent if it did not fail */
      readonly error?: {
        /** @description Name of the import, shown to people */
        display_name: string;
        /** @description Number of devices that were imported as assets so far */
        number_assets_imported: number;
        /** @description Identity of the location of the assets, `locations/<uuid>`; or empty */
        arc_home_location_identity: string;
        /** @description Why the import failed */
        error_message: string;
      };
    };
    CreateIotHubImport: {
      /** @description Name of the import, shown to people */
      display_name: string;
      /** @description Connection string of the hub; no response contains it */
      secret: string;
      /** @description Identity of the location of the imported assets: `locations/<uuid>` */
      arc_home_location_identity?: string;
    };
    BusSourceList: {
      /** @description The records of this page */
      sources: components['schemas']['BusSource'][];
      /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
      next_page_token: string;
    };
    BusSource: {
      /** @description Identity of the source: `svcbussources/<uuid>` */
      readonly identity: string;
      /** @description Name of the source, shown to people */
      display_name: string;
      /** @description Name of the queue */
      queue_name: string;
      /** @description State of the subscription, in words */
      readonly status: string;
    };
    CreateBusSource: {
      /** @description Name of the source, shown to people */
      display_name: string;
      /** @description Name of the queue in the namespace */
      queue_name: string;
      /** @description Connection string of the namespace, not of the queue; no response contains it */
      connection_string: string;
    };
    TlsCaCertificate: {
      /** @description Identity of the certificate: `tlscacertificates/<uuid>` */
      readonly identity: string;
      /** @description Name of the certificate, shown to people */
      display_name: string;
      /** @description PEM of the certificate as uploaded, with LF as line break */
      tlscacertificate: string;
      /** @description The same as `tlscacertificate` */
      certificate: string;
      /** @description Subject of the certificate (RFC 4514) */
      readonly subject: string;
      /** @description Issuer of the certificate (RFC 4514) */
      readonly issuer: string;
      /** @description Serial number of the certificate, in lower-case hexadecimal */
      readonly serial_number: string;
      /**
       * Format: date-time
       * @description Start of the validity of the certificate (RFC 3339, UTC)
       */
      readonly not_before: string;
      /**
       * Format: date-time
       * @description End of the validity of the certificate (RFC 3339, UTC)
       */
      readonly not_after: string;
      /** @description SHA-256 of the DER encoding, in lower-case hexadecimal */
      readonly fingerprint_sha256: string;
    };
    CreateTlsCaCertificate: {
      /** @description Name of the certificate, shown to people */
      display_name: string;
      /** @description PEM of one CA certificate that is currently valid. Line breaks are LF, CR LF, or the two characters backslash and n. `tlscacertificate` and `certificate` are two names of the same field; one of them is required. */
      tlscacertificate?: string;
      /** @description PEM of one CA certificate that is currently valid. Line breaks are LF, CR LF, or the two characters backslash and n. `tlscacertificate` and `certificate` are two names of the same field; one of them is required. */
      certificate?: string;
    };
    PatchTlsCaCertificate: {
      /** @description Name of the certificate, shown to people */
      display_name?: string;
      /** @description Rejected with 400: create another record for another certificate */
      tlscacertificate?: string;
      /** @description Rejected with 400: create another record for another certificate */
      certificate?: string;
    };
    Caps: {
      /** @description The quotas of the tenancy */
      caps: {
        /** @description What the quota limits */
        resource_type: string;
        /**
         * Format: int64
         * @description How many more can be created, as a decimal string; -1 is unlimited
         */
        resource_remaining: string;
        /**
         * Format: int64
         * @description The quota, as a decimal string; -1 is unlimited
         */
        resource_cap: string;
      }[];
    };
    TenancyCaps: components['schemas']['Caps'] & {
      /** @description Quota by resource type, -1 for unlimited; quotas that do not fit into 32 bits are omitted */
      limits: {
        [key: string]: number;
      };
    };
    NodeStatus: {
      /** @description Name of the node: a setting, or its client version */
      readonly identity: string;
      /** @description The node behind the service; always one */
      blockchain_nodes: {
        /** @description Public key of the validator */
        validator_pubkey: {
          /** @description Key type */
          kty: string;
          /** @description Elliptic curve of the key */
          crv: string;
          /** @description X coordinate, base64url; empty if the key is unknown */
          x: string;
          /** @description Y coordinate, base64url; empty if the key is unknown */
          y: string;
          /** @description Private value: always empty */
          d: string;
        };
        /**
         * Format: uint64
         * @description Number of the latest block, as a decimal string
         */
        block_height: string;
        /**
         * @description Whether the service reaches the node
         * @enum {string}
         */
        connection_status: 'UNSPECIFIED' | 'REACHABLE' | 'UNREACHABLE';
        /** @description Hash of block 0; empty if the node does not have it */
        genesis_hash: string;
        /** @description State root of block 0; empty if the node does not have it */
        state_root: string;
        /**
         * Format: date-time
         * @description Time of the latest block (RFC 3339, UTC)
         */
        readonly timestamp_committed: string;
        /**
         * Format: date-time
         * @description Time of block 0 (RFC 3339, UTC)
         */
        readonly timestamp_created: string;
        /** @description Progress of the synchronization; null if the node has the latest block */
        syncing: {
          /**
           * Format: uint64
           * @description Block at which the node started to synchronize, as a decimal string
           */
          starting_block: string;
          /**
           * Format: uint64
           * @description Block that the node has reached, as a decimal string
           */
          current_block: string;
          /**
           * Format: uint64
           * @description Highest block that the node knows of, as a decimal string
           */
          highest_block: string;
        } | null;
        /** @description Peers of the node */
        peers: {
          /** @description Public key of the peer */
          validator_pubkey: {
            /** @description Key type */
            kty: string;
            /** @description Elliptic curve of the key */
            crv: string;
            /** @description X coordinate, base64url; empty if the key is unknown */
            x: string;
            /** @description Y coordinate, base64url; empty if the key is unknown */
            y: string;
            /** @description Private value: always empty */
            d: string;
          };
          /**
           * @description Whether the node reaches the peer
           * @enum {string}
           */
          connection_status: 'UNSPECIFIED' | 'REACHABLE' | 'UNREACHABLE';
        }[];
      }[];
    };
    BlockRecord: {
      /** @description Difficulty, in hexadecimal with 0x */
      difficulty: string;
      /** @description Extra data, in base64 */
      extraData: string;
      /** @description Gas limit, in hexadecimal with 0x */
      gasLimit: string;
      /** @description Gas used by all transactions, in hexadecimal with 0x */
      gasUsed: string;
      /** @description Hash of the block, in hexadecimal with 0x */
      hash: string;
      /** @description Bloom filter of the logs, in hexadecimal with 0x */
      logsBloom: string;
      /** @description Address of the block producer, in hexadecimal with 0x */
      miner: string;
      /** @description Nonce of the block, in hexadecimal with 0x */
      nonce: string;
      /** @description Number of the block, in hexadecimal with 0x */
      number: string;
      /** @description Hash of the parent block, in hexadecimal with 0x */
      parentHash: string;
      /** @description Root of the private state, in hexadecimal with 0x */
      privateStateRoot: string;
      /** @description Root of the receipts trie, in hexadecimal with 0x */
      receiptsRoot: string;
      /** @description Hash of the uncles, in hexadecimal with 0x */
      sha3Uncles: string;
      /** @description Root of the state trie, in hexadecimal with 0x */
      stateRoot: string;
      /** @description Time of the block in seconds since the epoch, in hexadecimal with 0x */
      timestamp: string;
      /** @description Root of the transaction trie, in hexadecimal with 0x */
      transactionRoot: string;
    };
    CreatedTenant: {
      /**
       * Format: uri
       * @description Base address of the API
       */
      base_url: string;
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      tenant_identity: string;
      /**
       * Format: uuid
       * @description Client id of its administrator application
       */
      client_id: string;
      /** @description Secret of that application, which no other response contains */
      client_secret: string;
    };
    NewTenant: {
      /** @description Name of the tenancy, shown to people */
      display_name: string;
      /** @description Identity of the tenancy, `tenant/<uuid>`. Default: chosen by the service */
      tenant_identity?: string;
    };
    TenantSettings: {
      /**
       * @description Whether the tenancy may create KHIPU assets. default: on with the embedded chain, off with an external one
       * @enum {string}
       */
      khipu: 'on' | 'off' | 'default';
    };
    FsckResult: {
      /** @description Number of assets that were checked */
      assets: number;
      /** @description Number of events that were checked */
      events: number;
      /** @description Number of logs that were checked completely */
      logs: number;
      /** @description Number of entries of logs that were checked */
      entries: number;
      /** @description Number of erasures of the register that were checked, if there are any */
      erasures?: number;
      /** @description Number of files that were read and compared; only with `files` */
      files?: number;
      /** @description What is wrong; empty if nothing is */
      findings: {
        /** @description What is wrong: an asset, a file, a tenancy, a log, or the `database` as a whole */
        identity: string;
        /** @description Number of the event in its asset, or index of the entry in its log; 0 if the finding is about neither */
        sequence: number;
        /** @description The problem that was found */
        problem: string;
      }[];
      /** @description Text to send as `after` to continue; empty at the end */
      next: string;
    };
    Fsck: {
      /** @description Only assets of this tenancy */
      tenant_identity?: string;
      /** @description Where to continue: `next` of the previous response */
      after?: string;
      /** @description Stop at the latest after the asset that reaches this number of checked events. Default: 50000 */
      events?: number;
      /** @description At the end, read every file and compare its bytes with its hash. Default: false */
      files?: boolean;
      /** @description Add erased events that the erasure register lacks to it, instead of reporting them: only after the register was lost */
      register_erasures?: boolean;
    };
    AcceptedLoss: {
      /** @description Epoch of the database from now on */
      epoch: string;
      /** @description Number of the last change that was acknowledged */
      acknowledged: number;
      /** @description Number of the last change that the database has */
      found: number;
      /** @description Whether changes were missing, so that a new epoch has started */
      accepted: boolean;
    };
    ReopenedWindows: {
      /** @description The windows that were removed */
      reopened: {
        /**
         * Format: date-time
         * @description Start of the window, inclusive (RFC 3339, UTC)
         */
        readonly start_time: string;
        /**
         * Format: date-time
         * @description End of the window, exclusive (RFC 3339, UTC)
         */
        readonly end_time: string;
        /** @description Hash of the former anchor transaction; empty if none was final */
        transaction_id: string;
      }[];
    };
    ReopenWindows: {
      /** @description Whose windows: those of a tenancy, `tenant/<uuid>`, or of all public events, `public` */
      scope: string;
    };
    EndedLog: {
      /**
       * Format: uuid
       * @description UUID of the log
       */
      log: string;
      /** @description Size of its last signed tree */
      size: number;
      /** @description Root of that tree, in hexadecimal */
      root: string;
    };
    EndLog: {
      /** @description Why the log cannot continue */
      reason: string;
    };
    RotatedLogKeys: {
      /** @description Number of the keys, from 1 */
      number: number;
      /**
       * Format: date-time
       * @description From when they sign (RFC 3339, UTC)
       */
      readonly from: string;
    };
    Readiness: {
      /**
       * @description State of the service: that of its worst part. late: it works, and work has waited for longer than is normal; failing: it does not work
       * @enum {string}
       */
      status: 'ok' | 'late' | 'failing';
      /** @description The database, compared with what was acknowledged */
      database: {
        /**
         * @description State of the database. late: it works, and work has waited for longer than is normal; failing: it does not work
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Epoch of the database */
        epoch: string;
        /** @description Number of changes of the database: the commit counter */
        changes: number;
        /** @description Number of the last change that was acknowledged */
        acknowledged: number;
        /** @description Whether the database lacks acknowledged changes, because it was restored */
        restored: boolean;
      };
      /** @description The ledger writer, and its pool of events that wait for a commit */
      writer: {
        /**
         * @description State of the ledger writer. late: it works, and work has waited for longer than is normal; failing: it does not work
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Number of tenancies with events that wait for a commit */
        tenancies: number;
        /** @description Number of proposals that wait for a commit */
        proposals: number;
        /** @description Number of events that wait for a commit */
        events: number;
      };
      /** @description The sequencers of the transparency logs */
      log: {
        /**
         * @description State of the logs. late: it works, and work has waited for longer than is normal; failing: it does not work
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Number of events from the oldest one without a leaf on, counted up to 10,001 */
        events: number;
        /** @description Seconds since the oldest event without a leaf was accepted; 0 if none waits */
        oldest_seconds: number;
      };
      /** @description The outbox of the chain */
      chain: {
        /**
         * @description State of the chain. late: it works, and work has waited for longer than is normal; failing: it does not work
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Number of transactions that are not sent, counted up to 10,001 */
        waiting: number;
        /** @description Number of transactions that are in no block, counted up to 10,001 */
        sent: number;
        /** @description Number of transactions in a block that is not final, counted up to 10,001 */
        mined: number;
        /** @description Seconds since the transaction with the lowest nonce was sent with its current fees; 0 if none waits */
        oldest_seconds: number;
        /** @description Number of calls of the node that failed in a row */
        failures: number;
      };
      /** @description Background work that the queue and the scheduled jobs do */
      jobs: {
        /**
         * @description State of the background work. late: it works, and work has waited for longer than is normal; failing: it does not work
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Background work that waits, by its kind */
        backlogs: {
          /** @description Windows of anchors that have ended and whose anchor is not final */
          event_anchors: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Logs that have grown since their last anchor */
          log_anchors: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Logs with events that no map covers */
          log_maps: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Anchors of logs whose transaction is not final */
          log_transactions: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description KHIPU events that were not handed to the chain */
          khipu_events: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Final transactions that are not written to the records that they anchor */
          transactions: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Unfinished imports of devices */
          imports: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Unfinished exports */
          exports: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Deliveries of webhooks that wait for an attempt */
          webhook_deliveries: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
          /** @description Mails of invites that are due */
          mails: {
            /** @description Number of records that wait, counted up to 10,001 */
            count: number;
            /** @description Seconds since the oldest record is due; 0 if none waits */
            oldest_seconds: number;
          };
        };
      };
      /** @description The size of the database */
      capacity: {
        /**
         * @description State of the capacity. late: at least 70 % is used; failing: all is used, or it could not be read
         * @enum {string}
         */
        status: 'ok' | 'late' | 'failing';
        /** @description Milliseconds until the part has responded */
        milliseconds: number;
        /** @description Why the state could not be read; empty if it was */
        error: string;
        /** @description Size of the database */
        bytes: number;
        /** @description Maximum size of the database: `DATABASE_MAX_BYTES` */
        limit_bytes: number;
        /** @description Bytes by which the database has grown in a day, on average of at most 14 days; null: not measured yet */
        growth_bytes_per_day: number | null;
        /** @description When the database reaches its maximum size if it grows as before; empty: not known, or in more than ten years */
        full_at: string;
      };
      /**
       * Format: date-time
       * @description When the state was read (RFC 3339, UTC)
       */
      readonly time: string;
    };
    TestAlarm: {
      /** @description Name of the alarm */
      alarm: string;
      /** @description How the operator is told: empty if no address is set */
      channels: ('webhook' | 'mail')[];
    };
    OperatedTenancyList: {
      /** @description At most 100 tenancies, by identity */
      tenants: components['schemas']['OperatedTenancy'][];
      /** @description Text to send as `after` to continue; empty at the end */
      next: string;
    };
    OperatedTenancy: {
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      tenant_identity: string;
      /** @description Name of the tenancy */
      display_name: string;
      /**
       * @description SUSPENDED: records can be read and not changed, and no token is issued. DELETING: suspended, and deleted at `delete_at`
       * @enum {string}
       */
      state: 'ACTIVE' | 'SUSPENDED' | 'DELETING' | 'DELETED';
      /**
       * Format: date-time
       * @description When it was created (RFC 3339, UTC)
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When it was suspended; null: never
       */
      suspended_at: string | null;
      /**
       * Format: date-time
       * @description When its deletion begins, or has begun; null: never
       */
      delete_at: string | null;
      /**
       * Format: date-time
       * @description When its deletion was complete; null: never
       */
      deleted_at: string | null;
      /** @description How much of each quota is used; quotas of which nothing was ever used are omitted */
      usage: {
        [key: string]: number;
      };
      /** @description Size of its log: one entry for each event, and one for each key change */
      log_entries: number;
    };
    OperatedExport: {
      /** @description Identity of the export: `exports/<uuid>` */
      readonly identity: string;
      /** @description Identity of the tenancy: `tenant/<uuid>` */
      tenant_identity: string;
      /** @description Status of the export */
      status: string;
      /** @description Why it failed; else empty */
      error_message: string;
      /** @description SHA-256 of the manifest; empty until the export is finished */
      manifest_sha256: string;
      /** @description Address of the manifest for an hour; empty until the export is finished */
      download_url: string;
    };
    ExportTenant: {
      /** @description Whether it has files. Default: false */
      blobs?: boolean;
    };
    Health: {
      /**
       * @description The service works
       * @enum {string}
       */
      status: 'ok';
      /** @description Epoch of the database: another one starts when an operator accepts a loss */
      epoch: string;
      /** @description Number of changes of the database */
      changes: number;
      /** @description Version of the service */
      version: string;
    };
  };
  responses: {
    /** @description The request is not valid; the details name every rejected field */
    BadRequest: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The caller is not authenticated */
    Unauthorized: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'www-authenticate': components['headers']['www-authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The caller is not authorized for the operation */
    Forbidden: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The path does not support the method; `allow` lists those that it supports */
    MethodNotAllowed: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        allow: components['headers']['allow'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The request conflicts with the current state or an earlier request */
    Conflict: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The body is too large */
    TooLarge: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The content type or encoding of the body is not supported */
    UnsupportedMediaType: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The rate limit is exceeded; `retry-after` says when to retry */
    TooManyRequests: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The service failed */
    InternalError: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The service is temporarily unavailable; `retry-after` says when to retry */
    Unavailable: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description A quota of the tenancy is reached */
    QuotaReached: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The resource does not exist, or the caller may not know that it exists */
    NotFound: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description Another resource replaces this one; the details name it */
    Gone: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description Not modified: the client has the current version */
    NotModified: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The file does not have the entity tag of `if-match` */
    PreconditionFailed: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        etag: components['headers']['etag'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The range is outside the file */
    RangeNotSatisfiable: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'content-range': components['headers']['content-range'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
      };
    };
    /** @description The request is not valid; the details name every rejected field */
    BadRequestPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The resource does not exist, or the caller may not know that it exists */
    NotFoundPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The path does not support the method; `allow` lists those that it supports */
    MethodNotAllowedPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        allow: components['headers']['allow'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The request conflicts with the current state or an earlier request */
    ConflictPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The body is too large */
    TooLargePage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The content type or encoding of the body is not supported */
    UnsupportedMediaTypePage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The rate limit is exceeded; `retry-after` says when to retry */
    TooManyRequestsPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The service failed */
    InternalErrorPage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The service is temporarily unavailable; `retry-after` says when to retry */
    UnavailablePage: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorBody'];
        'text/html': string;
      };
    };
    /** @description The request is not valid; the details name every rejected field */
    OAuthBadRequest: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The caller is not authenticated */
    OAuthUnauthorized: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'www-authenticate': components['headers']['www-authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The request conflicts with the current state or an earlier request */
    OAuthConflict: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The body is too large */
    OAuthTooLarge: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The content type or encoding of the body is not supported */
    OAuthUnsupportedMediaType: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The rate limit is exceeded; `retry-after` says when to retry */
    OAuthTooManyRequests: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The service failed */
    OAuthInternalError: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
    /** @description The service is temporarily unavailable; `retry-after` says when to retry */
    OAuthUnavailable: {
      headers: {
        'x-request-id': components['headers']['x-request-id'];
        'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
        'retry-after': components['headers']['retry-after'];
        'archivist-rate-limit-reset': components['headers']['archivist-rate-limit-reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OAuthError'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Methods that the path supports */
    allow: string;
    /** @description Seconds until a retry can succeed */
    'archivist-rate-limit-reset': string;
    /** @description Fields of the body that were ignored, if any; only of operations with the parameter `strict` */
    'archivist-ignored-fields': string;
    /** @description `attachment`, with the name of the file */
    'content-disposition': string;
    /** @description Of lists `items 0-LIMIT/TOTAL`; of files `bytes FIRST-LAST/SIZE`, or `bytes *\/SIZE` with 416 */
    'content-range': string;
    /** @description Version of the response, for `If-None-Match`; of files the SHA-256 in quotes, also for `If-Match` and `If-Range` */
    etag: string;
    /** @description `handling=strict` if unknown fields are refused because of the header `prefer` */
    'preference-applied': string;
    /** @description Seconds until a retry can succeed */
    'retry-after': string;
    /** @description How to authenticate */
    'www-authenticate': string;
    /** @description Id of the request in the logs */
    'x-request-id': string;
    /** @description Number of results, counted up to a limit unless `x-request-total-count: true` was sent */
    'x-total-count': string;
    /** @description `true` if there may be more results than `x-total-count` says */
    'x-total-count-truncated': string;
  };
  pathItems: never;
}
export interface operations {
  listAssets: {
    parameters: {
      query?: {
        /** @description DEFAULT: the asset that was created last comes first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity. at_time: by `at_time`, the latest first. DISPLAY_NAME: by the attribute `arc_display_name`; assets without a name come last. at_time and DISPLAY_NAME are extensions of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'at_time' | 'DISPLAY_NAME';
        /** @description Only assets that are tracked (the default), that are not, or any */
        tracked?: 'TRACKED_STATUS_UNSPECIFIED' | 'TRACKED' | 'NOT_TRACKED' | 'ANY';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only assets on the blockchain with this id */
        chain_id?: string;
        /** @description Deprecated in favor of `proof_mechanism`: LEDGER is KHIPU, TENANT_STORAGE is SIMPLE_HASH or MERKLE_LOG */
        storage_integrity?: 'TENANT_STORAGE' | 'LEDGER';
        /** @description Only assets that are not public, or only public ones */
        privacy?: 'RESTRICTED' | 'PUBLIC';
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createAsset: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAsset'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAsset: {
    parameters: {
      query?: {
        /** @description Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that second; a time in the future means now, and `at_time` of the response is then the current time. */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAllEvents: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createEvent: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
        /** @description A UUID that the client has chosen for the event. The same one with the same body returns the same event again at any later time. Instead of an `Idempotency-Key`. */
        'record-id'?: string;
      };
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEvent'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetEvent'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetEvent'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventProof: {
    parameters: {
      query?: {
        /** @description `log`: the entry of the event in the log, a signed checkpoint and, once the log is anchored, the transaction with its root. `window`: the anchor of the window of a SIMPLE_HASH event with all events of this window, or the transaction of a KHIPU event */
        form?: 'log' | 'window';
        /** @description `true`: a proof of the form `log` has the member `stamps`, for each time-stamping authority the first time stamp that covers the event. Default: without */
        stamps?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventReceipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/scitt-receipt+cose': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventTlogProof: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  searchAssets: {
    parameters: {
      query: {
        /** @description Words, of which all must occur in the asset; the last one also as the beginning of a longer word. Case and diacritics do not matter. At most 8 different words */
        q: string;
        /** @description Only assets that are tracked (the default), that are not, or any */
        tracked?: 'TRACKED_STATUS_UNSPECIFIED' | 'TRACKED' | 'NOT_TRACKED' | 'ANY';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetMatches'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetMatches'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  eraseEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EraseEvent'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetEvent'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventFeed: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before, or the id of an event of a stream. Empty or absent: the first event of the log. It does not depend on the other parameters. */
        cursor?: string;
        /** @description Seconds to wait if no event follows the cursor, up to 25. Streams ignore it. */
        wait?: number;
        /** @description Maximum number of events of the page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. Streams ignore it. */
        page_size?: number;
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description The id of the last event that a client has received: the stream continues after it, instead of `cursor` */
        'last-event-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPage'];
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetHistory: {
    parameters: {
      query?: {
        /** @description `true`: with `stamps`, for each time-stamping authority the first time stamp that covers the map. Default: without */
        stamps?: 'true' | 'false';
        /** @description As of the first map of the log at this time (RFC 3339) or later. Responds with 404 if there is none yet, or if it covers no event of the asset; with 400 if more than 50,000 entries would have to be read for it: it must then be later than the map before the last one. Default: the last map */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetHistory'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createAssetBatch: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssetBatch'];
        'application/jsonl': string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetResults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createEventBatch: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EventBatch'];
        'application/jsonl': string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventResults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetAttachment: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
        /** @description true: download the file even if it is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventAttachment: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
        /** @description true: download the file even if it is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEventAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetAttachment: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetAttachmentShortPath: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetAttachmentInfoShortPath: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventAttachment: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventAttachmentShortPath: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventAttachmentInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventAttachmentInfoShortPath: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        event_uuid: string;
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createBlob: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description The file
           */
          file: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlob: {
    parameters: {
      query?: {
        /** @description true: respond with 400 unless the file is SCANNED_OK */
        strict?: 'true' | 'false';
        /** @description true: download the file even if it is SCANNED_BAD */
        allow_insecure?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlobInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `blobs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlobMetadata'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAsset: {
    parameters: {
      query?: {
        /** @description Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that second; a time in the future means now, and `at_time` of the response is then the current time. */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getPublicAssetUnversioned: {
    parameters: {
      query?: {
        /** @description Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that second; a time in the future means now, and `at_time` of the response is then the current time. */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Asset'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getPublicAssetPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetPublicUrlUnversioned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetHistory: {
    parameters: {
      query?: {
        /** @description `true`: with `stamps`, for each time-stamping authority the first time stamp that covers the map. Default: without */
        stamps?: 'true' | 'false';
        /** @description As of the first map of the log at this time (RFC 3339) or later. Responds with 404 if there is none yet, or if it covers no event of the asset; with 400 if more than 50,000 entries would have to be read for it: it must then be later than the map before the last one. Default: the last map */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetHistory'];
        };
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetHistoryUnversioned: {
    parameters: {
      query?: {
        /** @description `true`: with `stamps`, for each time-stamping authority the first time stamp that covers the map. Default: without */
        stamps?: 'true' | 'false';
        /** @description As of the first map of the log at this time (RFC 3339) or later. Responds with 404 if there is none yet, or if it covers no event of the asset; with 400 if more than 50,000 entries would have to be read for it: it must then be later than the map before the last one. Default: the last map */
        at_time?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetHistory'];
        };
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAllPublicEvents: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAllPublicEventsUnversioned: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventFeed: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before, or the id of an event of a stream. Empty or absent: the first event of the log. It does not depend on the other parameters. */
        cursor?: string;
        /** @description Seconds to wait if no event follows the cursor, up to 25. Streams ignore it. */
        wait?: number;
        /** @description Maximum number of events of the page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. Streams ignore it. */
        page_size?: number;
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPage'];
        };
      };
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventFeedUnversioned: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before, or the id of an event of a stream. Empty or absent: the first event of the log. It does not depend on the other parameters. */
        cursor?: string;
        /** @description Seconds to wait if no event follows the cursor, up to 25. Streams ignore it. */
        wait?: number;
        /** @description Maximum number of events of the page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. Streams ignore it. */
        page_size?: number;
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPage'];
        };
      };
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listPublicEvents: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  listPublicEventsUnversioned: {
    parameters: {
      query?: {
        /** @description DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy cover only its own. timestamp_declared: by declared time, newest first; an extension of this service. */
        order_by?: 'DEFAULT' | 'SIMPLEHASHV1' | 'SIMPLEHASHV2' | 'timestamp_declared';
        /** @description Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        confirmation_status?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'CONFIRMED'
          | 'FAILED'
          | 'STORED'
          | 'COMMITTED'
          | 'UNEQUIVOCAL';
        /** @description Only events with this operation */
        operation?: string;
        /** @description Only events with this behaviour */
        behaviour?: string;
        /** @description Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all. */
        proof_mechanism?: 'PROOF_MECHANISM_UNSPECIFIED' | 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
        /** @description Only events from this wallet address, in any case */
        from?: string;
        /** @description Only events that were recorded by this transaction */
        transaction_id?: string;
        /** @description Accepted for existing clients: matches no event, because the logs of this service are not Merkle mountain ranges. The index of an event in its log is `log_entry.index`. */
        mmr_index?: string;
        /** @description Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. CONFIRMATION_STATUS_UNSPECIFIED selects all. */
        minimum_trust?:
          | 'CONFIRMATION_STATUS_UNSPECIFIED'
          | 'PENDING'
          | 'STORED'
          | 'COMMITTED'
          | 'CONFIRMED'
          | 'UNEQUIVOCAL';
        /** @description Only events that attach the file with this SHA-256, by their own attributes or by asset attributes that they set and the caller may read. An extension of this service. */
        attachment_sha256?: string;
        /** @description Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be repeated; then all of them must hold. */
        filters?: string[];
        /** @description Only events whose `principal_declared.issuer` is exactly this */
        'principal_declared.issuer'?: string;
        /** @description Only events whose `principal_declared.subject` is exactly this */
        'principal_declared.subject'?: string;
        /** @description Only events whose `principal_declared.display_name` is exactly this */
        'principal_declared.display_name'?: string;
        /** @description Only events whose `principal_declared.email` is exactly this */
        'principal_declared.email'?: string;
        /** @description Only events whose `principal_accepted.issuer` is exactly this */
        'principal_accepted.issuer'?: string;
        /** @description Only events whose `principal_accepted.subject` is exactly this */
        'principal_accepted.subject'?: string;
        /** @description Only events whose `principal_accepted.display_name` is exactly this */
        'principal_accepted.display_name'?: string;
        /** @description Only events whose `principal_accepted.email` is exactly this */
        'principal_accepted.email'?: string;
        /** @description Only events whose `timestamp_accepted` is at this time or later (RFC 3339) */
        timestamp_accepted_since?: string;
        /** @description Only events whose `timestamp_accepted` is before this time (RFC 3339) */
        timestamp_accepted_before?: string;
        /** @description Only events whose `timestamp_committed` is at this time or later (RFC 3339) */
        timestamp_committed_since?: string;
        /** @description Only events whose `timestamp_committed` is before this time (RFC 3339) */
        timestamp_committed_before?: string;
        /** @description Only events whose `timestamp_declared` is at this time or later (RFC 3339) */
        timestamp_declared_since?: string;
        /** @description Only events whose `timestamp_declared` is before this time (RFC 3339) */
        timestamp_declared_before?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: event_attributes.{name}, asset_attributes.{name}, asset.attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getPublicEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetEvent'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getPublicEventUnversioned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetEvent'];
          'text/html': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getPublicEventPublicUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventPublicUrlUnversioned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicUrl'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventProof: {
    parameters: {
      query?: {
        /** @description `log`: the entry of the event in the log, a signed checkpoint and, once the log is anchored, the transaction with its root. `window`: the anchor of the window of a SIMPLE_HASH event with all events of this window, or the transaction of a KHIPU event */
        form?: 'log' | 'window';
        /** @description `true`: a proof of the form `log` has the member `stamps`, for each time-stamping authority the first time stamp that covers the event. Default: without */
        stamps?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventProofUnversioned: {
    parameters: {
      query?: {
        /** @description `log`: the entry of the event in the log, a signed checkpoint and, once the log is anchored, the transaction with its root. `window`: the anchor of the window of a SIMPLE_HASH event with all events of this window, or the transaction of a KHIPU event */
        form?: 'log' | 'window';
        /** @description `true`: a proof of the form `log` has the member `stamps`, for each time-stamping authority the first time stamp that covers the event. Default: without */
        stamps?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventReceipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/scitt-receipt+cose': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventReceiptUnversioned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/scitt-receipt+cose': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventTlogProof: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicEventTlogProofUnversioned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLabel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `a/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Label'];
          'text/html': string;
        };
      };
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  getLabelGs1: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `a/<uuid>` */
        uuid: string;
        /** @description GTIN of the asset, which only readers of the label look at */
        gtin: string;
        /** @description Serial number of the asset, which only readers of the label look at */
        serial: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Label'];
          'text/html': string;
        };
      };
      400: components['responses']['BadRequestPage'];
      404: components['responses']['NotFoundPage'];
      405: components['responses']['MethodNotAllowedPage'];
      409: components['responses']['ConflictPage'];
      413: components['responses']['TooLargePage'];
      415: components['responses']['UnsupportedMediaTypePage'];
      429: components['responses']['TooManyRequestsPage'];
      500: components['responses']['InternalErrorPage'];
      503: components['responses']['UnavailablePage'];
    };
  };
  listLocations: {
    parameters: {
      query?: {
        /** @description Only locations whose `display_name` is exactly this */
        display_name?: string;
        /** @description Only locations whose `description` is exactly this */
        description?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
        /** @description Filters by attribute, each a query parameter of its own: attributes.{name} */
        attribute_filters?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            locations: components['schemas']['AssetLocation'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            locations: components['schemas']['AssetLocation'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createLocation: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLocation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetLocation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `locations/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetLocation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `locations/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateLocation: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
      };
      path: {
        /** @description UUID in the identity `locations/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchLocation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetLocation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLocationPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `locations/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocationPermissions'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateLocationPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `locations/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchLocationPermissions'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocationPermissions'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listTemplates: {
    parameters: {
      query?: {
        /** @description Only templates whose `display_name` is exactly this */
        display_name?: string;
        /** @description Only templates whose `event_display_type` is exactly this */
        event_display_type?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            templates: components['schemas']['Template'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            templates: components['schemas']['Template'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTemplate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `templates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `templates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateTemplate: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `templates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchTemplate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listCompliancePolicies: {
    parameters: {
      query?: {
        /** @description Only compliance policies whose `compliance_type` is exactly this */
        compliance_type?: string;
        /** @description Only compliance policies whose `display_name` is exactly this */
        display_name?: string;
        /** @description Only compliance policies whose `description` is exactly this */
        description?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            compliance_policies: components['schemas']['CompliancePolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            compliance_policies: components['schemas']['CompliancePolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createCompliancePolicy: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCompliancePolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCompliancePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `compliance_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteCompliancePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `compliance_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompliancePolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getComplianceNotices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceNotices'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateComplianceNotices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateComplianceNotices'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceNotices'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listCompliance: {
    parameters: {
      query?: {
        /** @description Only assets that are compliant, or only those that are not */
        compliant?: 'true' | 'false';
        /** @description Only assets that are not compliant, or will not be at this time if nothing is recorded (RFC 3339). Assets whose due dates the caller may not read are not selected by them. */
        due_before?: string;
        /** @description Identity of a policy: only assets to which it applies, and only its results */
        policy?: string;
        /** @description true: only assets on which the caller may record what a policy asks for */
        may_record?: 'true';
        /** @description The compliance at this earlier time (RFC 3339). A page then evaluates at most 20 assets, in the order of their identities, and can be empty although further ones follow. A time in the future means now. */
        compliant_at?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCompliance: {
    parameters: {
      query?: {
        /** @description DEFAULT: the newest policies first */
        order_by?: 'DEFAULT';
        /** @description Evaluate at this time (RFC 3339) instead of now. A time without a fraction means the end of that second; a time in the future means now. */
        compliant_at?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Compliance'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Compliance'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listExports: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createExport: {
    parameters: {
      query?: never;
      header?: {
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateExport'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Export'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `exports/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Export'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `exports/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getExportFile: {
    parameters: {
      query?: {
        /** @description Token of the `download_url` of this export */
        token?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `exports/<uuid>` */
        uuid: string;
        /** @description Name of a file of the export: `manifest.json` or one that it lists */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'content-range': components['headers']['content-range'];
          etag: components['headers']['etag'];
          'content-disposition': components['headers']['content-disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events */
        log: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Log'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogCheckpoint: {
    parameters: {
      query?: {
        /** @description `true`: the latest checkpoint that a witness has cosigned. Default: the latest checkpoint */
        cosigned?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events */
        log: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogTile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events */
        log: string;
        /** @description Path of the tile as in C2SP tlog-tiles, without `tile/`: level (`0` to `63`, or `entries`), index in groups of three digits, and `.p/` with the width of a partial tile. Slashes may be percent-encoded */
        tile: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogConsistency: {
    parameters: {
      query: {
        /** @description Size of the earlier tree */
        from: number;
        /** @description Size of the later tree, at most the size of the log. Default: the size of the log */
        to?: number;
      };
      header?: never;
      path: {
        /** @description Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events */
        log: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogConsistency'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events */
        log: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogKeys'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlockchainTransactions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockchainTransactions'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicBlockchainTransactions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `publicassets/<uuid>` */
        asset_uuid: string;
        /** @description UUID in the identity `assets/<asset_uuid>/events/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockchainTransactions'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAccessPolicies: {
    parameters: {
      query?: {
        /** @description Only access policies whose `display_name` is exactly this */
        display_name?: string;
        /** @description Only access policies whose `description` is exactly this */
        description?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            access_policies: components['schemas']['AccessPolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            access_policies: components['schemas']['AccessPolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccessPolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `access_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteAccessPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `access_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateAccessPolicy: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `access_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchAccessPolicy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessPolicy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAssetsOfAccessPolicy: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `access_policies/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAccessPoliciesOfAsset: {
    parameters: {
      query?: {
        /** @description Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that second; a time in the future means now, and `at_time` of the response is then the current time. */
        at_time?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            access_policies: components['schemas']['AccessPolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            access_policies: components['schemas']['AccessPolicy'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetAccess'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetView: {
    parameters: {
      query?: {
        /** @description Whose view: `users/<uuid>`, `applications/<uuid>`, or for a partner `subjects/<uuid>` */
        as?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `assets/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetView'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listSubjects: {
    parameters: {
      query?: {
        /** @description Only subjects whose `display_name` is exactly this */
        display_name?: string;
        /** @description Only subjects whose `wallet_address` is exactly this */
        wallet_address?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            subjects: components['schemas']['Subject'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            subjects: components['schemas']['Subject'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createSubject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSubject'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSubject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `subjects/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteSubject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `subjects/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateSubject: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `subjects/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchSubject'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  issueToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['TokenRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Token'];
        };
      };
      400: components['responses']['OAuthBadRequest'];
      401: components['responses']['OAuthUnauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['OAuthConflict'];
      413: components['responses']['OAuthTooLarge'];
      415: components['responses']['OAuthUnsupportedMediaType'];
      429: components['responses']['OAuthTooManyRequests'];
      500: components['responses']['OAuthInternalError'];
      503: components['responses']['OAuthUnavailable'];
    };
  };
  getOpenIdConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenIdConfiguration'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getJwks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JsonWebKeySet'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listApplications: {
    parameters: {
      query?: {
        /** @description Only applications whose `display_name` is exactly this */
        display_name?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            applications: components['schemas']['Application'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            applications: components['schemas']['Application'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createApplication: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApplication'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getApplication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `applications/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteApplication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `applications/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateApplication: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `applications/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchApplication'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  regenerateApplicationSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `applications/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RegenerateSecret'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Application'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listSigningKeys: {
    parameters: {
      query?: {
        /** @description Only signing keys whose `display_name` is exactly this */
        display_name?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            signing_keys: components['schemas']['SigningKey'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            signing_keys: components['schemas']['SigningKey'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createSigningKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSigningKey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSigningKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `signing_keys/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  revokeSigningKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `signing_keys/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeSigningKey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Only users with this e-mail address; case is ignored */
        email?: string;
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  removeUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchUser'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getUserAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserAccess'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createRecoveryLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecoverUser'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  endUserSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `users/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listOwnTenancies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnTenancies'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listInvites: {
    parameters: {
      query?: {
        /** @description Only invites whose `email` is exactly this */
        email?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            invites: components['schemas']['Invite'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            invites: components['schemas']['Invite'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createInvite: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvite'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listInvitesUnderIam: {
    parameters: {
      query?: {
        /** @description Only invites whose `email` is exactly this */
        email?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            invites: components['schemas']['Invite'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            invites: components['schemas']['Invite'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createInviteUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvite'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInviteUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invite'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteInviteUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createInviteLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createInviteLinkUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInviteOffer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InviteOffer'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInviteOfferUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InviteOffer'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  acceptInvite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  acceptInviteUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `invites/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getRootPrincipals: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RootPrincipals'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  replaceRootPrincipals: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRootPrincipals'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RootPrincipals'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAdministrators: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Administrators'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  replaceAdministrators: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAdministrators'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Administrators'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenancyDomain: {
    parameters: {
      query?: {
        /** @description Domain whose record is wanted; international names are converted to ASCII */
        domain?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyDomain'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  removeTenancyDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyDomain'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  verifyTenancyDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyTenancyDomain'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyDomain'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenancy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateTenancy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchTenancy'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenantId: {
    parameters: {
      query?: {
        /** @description Issuer of the caller; any other responds with 403 */
        issuer?: string;
        /** @description Subject of the caller; any other responds with 403 */
        subject?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenantId'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenancyPublicInfo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyPublicInfo'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  whoami: {
    parameters: {
      query?: {
        /** @description Also say what the caller may record on this asset, in `on_asset`. An extension of this service. */
        asset_identity?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhoAmI'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listIssuers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuerList'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSession'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createCommandLineSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewCommandLineSession'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CommandLineSession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `sessions/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createDeviceKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewDeviceKey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createPasskeyChallenge: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyChallenge'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createPasskeyEnrolment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreparePasskey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PreparedEnrolment'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPasskey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deletePasskey: {
    parameters: {
      query?: {
        /** @description true: also if it is the only passkey */
        last?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description UUID in the identity `passkeys/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updatePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `passkeys/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchPasskey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Passkey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createDeviceLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Only webhooks whose `display_name` is exactly this */
        display_name?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            webhooks: components['schemas']['Webhook'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            webhooks: components['schemas']['Webhook'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Up to 255 characters. The same key and body within 24 hours return the same record again. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhook'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchWebhook'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedDelivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RedeliverWebhook'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedDelivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecret'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path: {
        /** @description UUID in the identity `webhooks/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookAttemptList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookAttemptList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listIotHubImports: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImportList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImportList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createIotHubImport: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateIotHubImport'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `iothubgdr/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `iothubgdr/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  cancelIotHubImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `iothubgdr/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IotHubImport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listBusSources: {
    parameters: {
      query?: {
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSourceList'];
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSourceList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createBusSource: {
    parameters: {
      query?: {
        /** @description true: respond with 400 to unknown fields of the body instead of ignoring them */
        strict?: 'true' | 'false';
      };
      header?: {
        /** @description `handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`. */
        prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBusSource'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'archivist-ignored-fields': components['headers']['archivist-ignored-fields'];
          'preference-applied': components['headers']['preference-applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBusSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `svcbussources/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteBusSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `svcbussources/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusSource'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listTlsCaCertificates: {
    parameters: {
      query?: {
        /** @description Only TLS CA certificates whose `display_name` is exactly this */
        display_name?: string;
        /** @description DEFAULT: newest first. DISPLAY_NAME: by name. */
        order_by?: 'DEFAULT' | 'DISPLAY_NAME';
        /** @description Maximum number of records per page. A value above the maximum of the deployment is reduced to that maximum; 0 selects the default. */
        page_size?: number;
        /** @description `next_page_token` of the previous page. The token contains the original query, which may be repeated but not changed. */
        page_token?: string;
      };
      header?: {
        /** @description `true` counts the results further, see `x-total-count` */
        'x-request-total-count'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            tlscacertificates: components['schemas']['TlsCaCertificate'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
            /** @description The same as `tlscacertificates` */
            certificates: components['schemas']['TlsCaCertificate'][];
          };
        };
      };
      /** @description Success; there are more results than the server limit */
      206: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          'x-total-count': components['headers']['x-total-count'];
          'x-total-count-truncated': components['headers']['x-total-count-truncated'];
          'content-range': components['headers']['content-range'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The records of this page */
            tlscacertificates: components['schemas']['TlsCaCertificate'][];
            /** @description Token for the next page, to be sent as `page_token`; empty on the last page */
            next_page_token: string;
            /** @description The same as `tlscacertificates` */
            certificates: components['schemas']['TlsCaCertificate'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTlsCaCertificate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['QuotaReached'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tlscacertificates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteTlsCaCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tlscacertificates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateTlsCaCertificate: {
    parameters: {
      query?: {
        /** @description Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body */
        mask?: string;
      };
      header?: never;
      path: {
        /** @description UUID in the identity `tlscacertificates/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchTlsCaCertificate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TlsCaCertificate'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCaps: {
    parameters: {
      query?: {
        /** @description Only the quota of this resource. The number of people is unlimited */
        service?:
          | 'access_policies'
          | 'applications'
          | 'assets'
          | 'blob_bytes'
          | 'blobs'
          | 'compliance_policies'
          | 'invites'
          | 'ledger_bytes'
          | 'locations'
          | 'tls_ca_certificates'
          | 'members'
          | 'tenancies/users';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenancyCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenancyCaps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAccessPoliciesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getApplicationsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlobsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCompliancePoliciesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesCapsUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLocationsCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTlsCaCertificatesCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caps'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeStatus'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNodeUnderArchivistnode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeStatus'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlock: {
    parameters: {
      query?: {
        /** @description Hash of the block: 0x and 64 hexadecimal digits */
        hash?: string;
        /** @description Number of the block, decimal or hexadecimal with 0x, or `latest` (the default) */
        number?: string;
        /** @description Accepted for compatibility and ignored: there is no private state */
        public?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockRecord'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlockUnderArchivistnode: {
    parameters: {
      query?: {
        /** @description Hash of the block: 0x and 64 hexadecimal digits */
        hash?: string;
        /** @description Number of the block, decimal or hexadecimal with 0x, or `latest` (the default) */
        number?: string;
        /** @description Accepted for compatibility and ignored: there is no private state */
        public?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlockRecord'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listTenants: {
    parameters: {
      query?: {
        /** @description `next` of the previous response */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancyList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createTenant: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTenant'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedTenant'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createAdministratorLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TenantSettings'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TenantSettings'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  fsck: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Fsck'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FsckResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  acceptLoss: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedLoss'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  reopenWindows: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReopenWindows'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReopenedWindows'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  endLog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `logs/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EndLog'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndedLog'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  rotateLogKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedLogKeys'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createTestAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestAlarm'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  suspendTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  resumeTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  undeleteTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedTenancy'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  exportTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `tenant/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ExportTenant'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedExport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenantExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description UUID in the identity `exports/<uuid>` */
        uuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatedExport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAssetsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAttachmentsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAttachmentsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlobsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlobsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicAssetsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLocationsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLocationsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTemplatesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTemplatesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCompliancePoliciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCompliancePoliciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getComplianceOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getComplianceOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getExportsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getExportsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getLogsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlockchainOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBlockchainOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicBlockchainOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPublicBlockchainOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAccessPoliciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAccessPoliciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSubjectsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSubjectsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAppIdpOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAppIdpOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getApplicationsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getApplicationsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSigningkeysOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSigningkeysOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getUsersOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getUsersOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOwnTenanciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOwnTenanciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesOpenApiUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInvitesOpenApiUiUnderIam: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenanciesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTenanciesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getIssuersOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getIssuersOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSessionsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSessionsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPasskeysOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getPasskeysOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAuditOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getAuditOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhooksOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhooksOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getIotHubImportsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getIotHubImportsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBusSourcesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getBusSourcesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTlsCaCertificatesOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getTlsCaCertificatesOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCapsOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCapsOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNodeOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNodeOpenApiUnderArchivistnode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNodeOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getNodeOpenApiUiUnderArchivistnode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOperatorOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOperatorOpenApiUi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          etag: components['headers']['etag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOpenApiUi: {
    parameters: {
      query?: {
        /** @description Name of the group whose reference to show. Default: the whole API */
        group?:
          | 'assets'
          | 'attachments'
          | 'blobs'
          | 'publicAssets'
          | 'locations'
          | 'templates'
          | 'compliancePolicies'
          | 'compliance'
          | 'exports'
          | 'logs'
          | 'blockchain'
          | 'publicBlockchain'
          | 'accessPolicies'
          | 'subjects'
          | 'appIdp'
          | 'applications'
          | 'signingkeys'
          | 'users'
          | 'ownTenancies'
          | 'invites'
          | 'tenancies'
          | 'issuers'
          | 'sessions'
          | 'passkeys'
          | 'audit'
          | 'webhooks'
          | 'iotHubImports'
          | 'busSources'
          | 'tlsCaCertificates'
          | 'caps'
          | 'node'
          | 'operator';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
}
