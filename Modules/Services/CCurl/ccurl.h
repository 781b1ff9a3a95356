#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call variadic functions, so each kind of option has its own function here.

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

static inline CURLcode ccurl_set_error_text(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline void ccurl_set_receivers(CURL *handle, ccurl_receiver header, ccurl_receiver body, void *context) {
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline void ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback callback, void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

/// Advances every transfer, and reports the sockets that each waits for, unlike `curl_multi_perform`.
static inline CURLMcode ccurl_multi_perform_all(CURLM *multi, int *running) {
    // Deprecated for its cost, so it is called rarely; no other function does this.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return curl_multi_socket_all(multi, running);
#pragma GCC diagnostic pop
}

/// Restricts a handle to HTTP; the type of the option changed in libcurl 7.85.
static inline CURLcode ccurl_set_http_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Lets a transfer end during the lookup of its host; before libcurl 7.87, it waits for the lookup.
static inline CURLcode ccurl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}
